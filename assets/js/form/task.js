// The task of a lesson: it stands at the top of the page and stays in view until it is closed.

import { component, Part } from "../shared/component.js";

export class Task extends Part {
  constructor(...args) {
    super(...args);
    this.shut.addEventListener("click", () => this.send("closed", this.number));
  }

  update({ task, number }, _, send) {
    this.send = send;
    this.task.textContent = task;
    if (number === this.number) return;
    this.number = number;
    this.root.getRootNode().host.closest("[data-testid=stMain]")?.scrollTo(0, 0);
  }
}

export const mount = component(Task);
