// Lets JSX of React know <idv-verify>: `import type {} from 'idv-verify/types/react'`. From React 19 on, properties and
// listeners work in JSX as well; `IdvVerify` of `idv-verify/react` works on servers too.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { IdvVerifyElement } from '../widget/index.js';
import type { IdvVerifyAttributes, IdvVerifyListeners, IdvVerifyObjects } from './element.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'idv-verify': DetailedHTMLProps<HTMLAttributes<IdvVerifyElement>, IdvVerifyElement> &
        IdvVerifyAttributes &
        IdvVerifyObjects &
        IdvVerifyListeners<'on'> & { noRedirect?: boolean; sessionUrl?: string; assetBase?: string };
    }
  }
}
