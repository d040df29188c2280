/** Where the tests run the service and the demo. */
export const apiUrl = 'http://127.0.0.1:14010/v1';
export const demoUrl = 'http://localhost:14000';
export const walletUrl = 'http://localhost:14020';

/** Well-formed keys, registered only with the service of the tests. */
export const testKey = 'idv_test_0000000000000000000000000000000000004fL0VR';
export const liveKey = 'idv_live_0000000000000000000000000000000000003IhSjq';
