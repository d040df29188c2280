// Lets templates of Svelte know <idv-verify>: `import type {} from 'idv-verify/types/svelte'`.
import type { HTMLAttributes } from 'svelte/elements';
import type { IdvVerifyElement } from '../widget/index.js';
import type { IdvVerifyAttributes, IdvVerifyListeners, IdvVerifyObjects } from './element.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'idv-verify': HTMLAttributes<IdvVerifyElement> &
      IdvVerifyAttributes &
      IdvVerifyObjects &
      IdvVerifyListeners<'on'>;
  }
}
