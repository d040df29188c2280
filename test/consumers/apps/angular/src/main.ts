import 'idv-verify';
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <p>{{ step() }}</p>
    <idv-verify session-url="/idv/session" no-redirect (idv-step)="step.set($event.detail.step)"></idv-verify>
  `,
})
class App {
  readonly step = signal('');
}

bootstrapApplication(App);
