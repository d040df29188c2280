import { readConfig } from '../../../src/service/settings/config.ts';

/** Webhooks to this machine are allowed. */
export const loopbackWebhooks = { webhooks: { ...readConfig({}).webhooks, allowLoopback: true } };
