// Lets JSX of Solid know <idv-verify>: `import type {} from 'idv-verify/types/solid'`.
import type { JSX } from 'solid-js';
import type { IdvVerifyElement } from '../widget/index.js';
import type { IdvVerifyAttributes, IdvVerifyListeners, IdvVerifyObjects } from './element.js';

/** An object or a function is given as `prop:session`. */
type Properties = {
  [Name in keyof IdvVerifyObjects as `prop:${Name}`]?: IdvVerifyObjects[Name];
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'idv-verify': JSX.HTMLAttributes<IdvVerifyElement> &
        IdvVerifyAttributes &
        Properties &
        IdvVerifyListeners<'on:'>;
    }
  }
}
