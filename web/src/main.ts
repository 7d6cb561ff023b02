import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import * as fonts from "./fonts/fonts";
import { language } from "./i18n/language.svelte";
import { register } from "./worker";

const target = document.getElementById("app");
await Promise.all([language.ready, fonts.ready]);
if (target) mount(App, { target });
addEventListener("load", () => void register());
if (document.readyState === "complete") void register();
