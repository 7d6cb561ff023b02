import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { register } from "./net/worker";
import { language } from "./words/language.svelte";

const target = document.getElementById("app");
await language.ready;
if (target) mount(App, { target });
addEventListener("load", () => void register());
if (document.readyState === "complete") void register();
