// Lets templates of Vue know <idv-verify>: `import type {} from 'idv-verify/types/vue'`.
import type { HTMLAttributes } from 'vue';
import type { IdvEventMap, IdvVerifyElement } from '../widget/index.js';
import type { IdvVerifyAttributes, IdvVerifyObjects } from './element.js';

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Name>;

/** `@idv-step` in a template is `onIdvStep` in its types. */
type Listeners = {
  [Name in keyof IdvEventMap as `on${Camel<Name>}`]?: (event: IdvEventMap[Name]) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'idv-verify': new () => IdvVerifyElement & {
      $props: HTMLAttributes &
        IdvVerifyAttributes &
        IdvVerifyObjects &
        Listeners & { noRedirect?: boolean | ''; sessionUrl?: string; assetBase?: string };
    };
  }
}
