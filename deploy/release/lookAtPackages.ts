import { type Bom, licenceOf } from './sbom.ts';

/** Licences that allow to ship a package with its text and the notice. Another one needs a decision. */
const ALLOWED =
  /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|OFL-1\.1|Unicode-3\.0|PostgreSQL|Zlib|LGPL-3\.0-or-later)$/;

/** Packages whose manifest names no licence, and the one that their licence file has. */
const BY_FILE: Record<string, string> = { 'png-js': 'MIT' };

/**
 * Names the packages that ship whose licence has not been agreed to.
 * @throws {Error} if there is one.
 */
export function requireLicences({ components }: Bom): void {
  const unclear = components
    .map((one) => ({ name: `${one.name} ${one.version}`, licence: BY_FILE[one.name] ?? licenceOf(one) }))
    .filter(({ licence }) => !choicesOf(licence).some(isAllowed));
  if (unclear.length === 0) return;
  const lines = unclear.map(({ name, licence }) => `  ${name}: ${licence}`).join('\n');
  throw new Error(
    `The licences of these packages are not on the list of deploy/release/lookAtPackages.ts:\n${lines}`,
  );
}

/** The choices of an expression such as `(MIT OR Apache-2.0)`. */
const choicesOf = (licence: string) => licence.replaceAll(/[()]/g, '').split(/ OR /);
const isAllowed = (choice: string) => choice.split(/ AND |, /).every((one) => ALLOWED.test(one.trim()));

/**
 * Reads the answer of `npm audit --json`: the reported faults of packages that ship.
 * @returns a sentence about it. Without an answer of the registry nothing is known, which does not stop a release.
 * @throws {Error} if a package that ships has a reported fault.
 */
export function judgeAudit(answer: string, { components }: Bom): string {
  let report: { vulnerabilities?: Record<string, { severity: string; range: string }>; message?: string };
  try {
    report = JSON.parse(answer);
  } catch {
    // Without JSON the registry did not answer, as the sentence below says.
    report = {};
  }
  if (!report.vulnerabilities)
    return `The registry did not answer npm audit${report.message ? ` (${report.message})` : ''}: reported faults of the ${components.length} packages that ship are NOT known. Run "npm audit" where it answers before you publish.`;
  const shipped = new Set(components.map(({ name }) => name));
  const faults = Object.entries(report.vulnerabilities).filter(([name]) => shipped.has(name));
  if (faults.length === 0)
    return `npm audit reports no fault of the ${components.length} packages that ship.`;
  const lines = faults.map(([name, { severity, range }]) => `  ${name} ${range}: ${severity}`).join('\n');
  throw new Error(`npm audit reports faults of packages that ship. Update them:\n${lines}`);
}
