import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { language } from "./words/language.svelte";

const target = document.getElementById("app");
await language.ready;
if (target) mount(App, { target });
