import { HostedPage } from './HostedPage.ts';

// The hosted page and the phone of a hand-off.

const page = new HostedPage(document.documentElement);
await page.attempt(() => page.begin());
