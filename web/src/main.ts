import { mount } from "svelte";

import App from "./App.svelte";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import "./styles/base.css";

router.begin();
settings.begin();
mount(App, { target: document.getElementById("app") as HTMLElement });
