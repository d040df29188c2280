import type { Plugin } from 'vite';

/** The suffix of a module that the document's step has to itself. */
const OWN = '?document';
const STEP = /\/src\/(widget\/document|document|testdocument)\/[^?]+\.ts$/;
/** What the selfie, its engine, its drawn face, the wallet and the form have, and the step needs too. */
const SHARED =
  /\/src\/((widget\/(selfie|form|wallet)|vision|contract|testface)\/[^?]+|widget\/locales\/wallet(Texts|Files)|texts\/en\/enWallet)\.ts$/;

/**
 * Gives the script of the document its own copies of what it shares with the selfie and the form. What two later scripts
 * share is else a script of its own: people without a document would load one more, and it can't be asked for again if it
 * does not arrive. The copies weigh some kilobytes for those who show a document, and nothing for all others.
 */
export function ownCopies(): Plugin {
  return {
    name: 'own-copies',
    enforce: 'pre',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'cdn',
    async resolveId(source, importer, { kind }) {
      const isOfStep = importer !== undefined && (STEP.test(importer) || importer.endsWith(OWN));
      if (!isOfStep || kind === 'dynamic-import' || !source.startsWith('.')) return null;
      const found = await this.resolve(source, importer.replace(OWN, ''), { skipSelf: true });
      return found && SHARED.test(found.id) ? found.id + OWN : found;
    },
  };
}
