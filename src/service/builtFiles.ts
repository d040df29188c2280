import { fileURLToPath } from 'node:url';

/** Where `npm run build` puts the fonts of reports: at the same distance from here and from the bundle of the service. */
export const fontsFolder = fileURLToPath(new URL('../../dist/fonts', import.meta.url));

/**
 * Where the package of the service has an empty database with all tables, which a first start copies: to make one takes
 * seconds. At the same distance from here and from the bundle; a clone has none.
 */
export const preparedDatabase = fileURLToPath(new URL('../../dist/database.gz', import.meta.url));
