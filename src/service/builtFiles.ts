import { fileURLToPath } from 'node:url';

/** Where `npm run build` puts the fonts of reports: at the same distance from here and from the bundle of the service. */
export const fontsFolder = fileURLToPath(new URL('../../dist/fonts', import.meta.url));

/** Where the built widget is, which the hosted page shows: likewise. */
export const widgetFolder = fileURLToPath(new URL('../../dist/cdn', import.meta.url));

/**
 * The prepared empty database with all tables, shipped in the service's package and copied at a first start, since
 * creating one takes seconds. The relative path is the same from the sources and from the bundle; a fresh clone has no
 * such file.
 */
export const preparedDatabase = fileURLToPath(new URL('../../dist/database.gz', import.meta.url));
