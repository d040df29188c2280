import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  CredentialError,
  describeCredential,
  describeTrustList,
  formatOf,
  readSession,
  readTrustList,
  verifyCredential,
} from '../../credentials/credentials.ts';

const help = `Usage: npm run -s credentials -- verify --trust FILE [--session FILE] [--at TIME] FILE
       npm run -s credentials -- anchors FILE

verify   verifies one credential of a wallet and prints one JSON object: format, type, verified, code, issuer, validity,
         device, claims. Exits with 0 if it is verified, 1 if not
  FILE             an mdoc (DeviceResponse or IssuerSigned) or an SD-JWT VC, as bytes, base64url or hexadecimal digits
  --trust FILE     the roots that are trusted: certificates in PEM, a VICAL or a LoTE; may be repeated
  --session FILE   the session in which the wallet answered, JSON: {"origin", "nonce", "jwk" | "jwkThumbprint"} for the
                   Digital Credentials API, {"clientId", "responseUri", "nonce", "jwk" | "jwkThumbprint"} for
                   redirects, {"encryptionInfo", "origin"} for ISO 18013-7 annex C, {"sessionTranscript"} for others.
                   Without it the device is not shown, and the credential is never verified
  --at TIME        the time to verify at, RFC 3339 or a date; now by default

anchors  prints the roots of a PEM file, a VICAL or a LoTE, and those that cannot be used with the reason
`;

/** A usage error: reported in a sentence, without a stack. */
class UsageError extends Error {}

const MAX_FILE_BYTES = 16 << 20;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isKnown = error instanceof UsageError || (error as { code?: string }).code;
  process.stderr.write(`${isKnown ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 2;
}

async function run([command, ...args]: string[]): Promise<number> {
  if (!command || command === '--help' || command === '-h' || args.includes('--help')) {
    process.stdout.write(help);
    return command ? 0 : 2;
  }
  if (command === 'verify') return verify(args);
  if (command === 'anchors') return anchors(args);
  throw new UsageError(`The command ${command} does not exist. Run: npm run -s credentials -- --help`);
}

async function verify(args: string[]): Promise<number> {
  const { values, positionals } = options(args, {
    trust: { type: 'string', multiple: true },
    session: { type: 'string' },
    at: { type: 'string' },
  });
  const [file, ...extra] = positionals;
  const trust = values['trust'] as string[] | undefined;
  if (!file || extra.length > 0 || !trust)
    throw new UsageError('An argument is missing: verify needs --trust FILE and one FILE.');
  const at = values['at'] as string | undefined;
  const now = at === undefined ? Date.now() : Date.parse(at);
  if (Number.isNaN(now)) throw new UsageError('--at must be a time such as 2026-01-12T09:30:00Z.');
  const [bytes, lists, session] = await Promise.all([
    read(file),
    Promise.all(trust.map(read)),
    values['session'] === undefined ? null : read(values['session'] as string),
  ]);
  return print(() => {
    const trusted = lists.flatMap((list) => readTrustList(list).anchors);
    const check = { anchors: trusted, now, session: session && readSession(session) };
    const [first, ...others] = verifyCredential(bytes, check).map(describeCredential);
    return others.length > 0 ? { ...first, others } : first!;
  }, bytes);
}

async function anchors(args: string[]): Promise<number> {
  const { positionals } = options(args, {});
  const [file, ...extra] = positionals;
  if (!file || extra.length > 0) throw new UsageError('An argument is missing: anchors needs one FILE.');
  const bytes = await read(file);
  try {
    say(describeTrustList(readTrustList(bytes)));
    return 0;
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    say({ format: null, code: error.code, message: error.message, anchors: [], unreadable: [] });
    return 1;
  }
}

/** Prints the result, or the code of a refusal. A refusal repeats no content of the file. */
function print(verify: () => { verified?: unknown }, bytes: Uint8Array): number {
  try {
    const result = verify();
    say(result);
    return result.verified === true ? 0 : 1;
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    const empty = { type: null, verified: false, code: error.code, message: error.message };
    say({
      format: formatOf(bytes),
      ...empty,
      issuer: null,
      validity: null,
      device: { bound: false },
      claims: null,
    });
    return 1;
  }
}

function options(args: string[], definitions: NonNullable<Parameters<typeof parseArgs>[0]>['options']) {
  try {
    return parseArgs({ args, options: definitions!, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function read(file: string): Promise<Uint8Array> {
  // npm runs scripts from the package's root; the caller's own directory is in INIT_CWD.
  const handle = await open(resolve(process.env['INIT_CWD'] ?? process.cwd(), file));
  try {
    const parts: Buffer[] = [];
    // One byte more than any reader accepts, so that a larger file is refused without being read completely.
    for await (const part of handle.createReadStream({ end: MAX_FILE_BYTES })) parts.push(part as Buffer);
    return Buffer.concat(parts);
  } finally {
    await handle.close();
  }
}

function say(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
