import { IdvVerifyElement } from './IdvVerifyElement.ts';

export type * from './index.ts';
export { IdvVerifyElement };

// A page may load the script twice, and a server has no custom element registry.
if (!customElements.get('idv-verify')) customElements.define('idv-verify', IdvVerifyElement);
