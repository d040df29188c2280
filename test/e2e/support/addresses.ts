import { freePort } from '../../support/freePort.ts';

/** Chosen once, by the process that reads the configuration first; its workers inherit them. */
process.env['E2E_PORTS'] ??= [await freePort(), await freePort(), await freePort()].join();
const [api, demo, wallet] = process.env['E2E_PORTS'].split(',');

/** Where the tests run the service and the demo. */
export const apiUrl: string = `http://127.0.0.1:${api}/v1`;
export const demoUrl: string = `http://localhost:${demo}`;
export const walletUrl: string = `http://localhost:${wallet}`;

/** Well-formed keys, registered only with the service of the tests. */
export const testKey = 'idv_test_0000000000000000000000000000000000004fL0VR';
export const liveKey = 'idv_live_0000000000000000000000000000000000003IhSjq';
