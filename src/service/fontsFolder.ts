import { fileURLToPath } from 'node:url';

/** Where `npm run build` puts the fonts of reports: at the same distance from here and from the bundle of the service. */
export const fontsFolder = fileURLToPath(new URL('../../dist/fonts', import.meta.url));
