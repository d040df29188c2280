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
         device, claims. Exits with 0 if it is verified, 1 if not, 2 if a file or an option cannot be used
  FILE             an mdoc (DeviceResponse or IssuerSigned) or an SD-JWT VC, as bytes, base64url or hexadecimal digits
  --trust FILE     the roots that are trusted: certificates in PEM, a VICAL or a LoTE; may be repeated
  --session FILE   the session in which the wallet answered, JSON: {"origin", "nonce", "jwk" | "jwkThumbprint"} for the
                   Digital Credentials API, {"clientId", "responseUri", "nonce", "jwk" | "jwkThumbprint"} for
                   redirects, {"encryptionInfo", "origin"} for ISO 18013-7 annex C, {"sessionTranscript"} for others.
                   Without it the device is not shown, and the credential is never verified
  --at TIME        the time to verify at, RFC 3339 or a date, in UTC without a zone; now by default

anchors  prints one JSON object: the roots of a PEM file, a VICAL or a LoTE, and those that cannot be used with the reason.
         Exits with 0 if the list was read, 1 if it is none, 2 if the file cannot be read
`;

/** Nothing was verified, because a file or an option cannot be used. */
class UsageError extends Error {
  readonly code: 'usage' | 'file_unreadable';

  constructor(message: string, code: UsageError['code'] = 'usage') {
    super(message);
    this.code = code;
  }
}

const MAX_FILE_BYTES = 16 << 20;
/** RFC 3339, or a date. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)?)?$/i;
const NOTHING = { issuer: null, validity: null, device: { bound: false }, claims: null };

const [command, ...args] = process.argv.slice(2);
try {
  process.exitCode = await run(command, args);
} catch (error) {
  process.exitCode = 2;
  if (!(error instanceof UsageError)) throw error;
  const { code, message } = error;
  process.stderr.write(`${message}\n`);
  if (command === 'verify') say({ format: null, type: null, verified: false, code, message, ...NOTHING });
  if (command === 'anchors') say({ format: null, code, message, anchors: [], unreadable: [] });
}

async function run(name: string | undefined, args: string[]): Promise<number> {
  if (!name || name === '--help' || name === '-h' || args.includes('--help')) {
    process.stdout.write(help);
    return name ? 0 : 2;
  }
  if (name === 'verify') return verify(args);
  if (name === 'anchors') return anchors(args);
  throw new UsageError(`The command ${name} does not exist. Run: npm run -s credentials -- --help`);
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
  const now = timeOf(values['at'] as string | undefined);
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
    const { code, message } = error;
    say({ format: formatOf(bytes), type: null, verified: false, code, message, ...NOTHING });
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

function timeOf(at: string | undefined): number {
  if (at === undefined) return Date.now();
  const [found, clock, zone] = TIME.exec(at) ?? [];
  const time = found ? Date.parse(clock && !zone ? `${at}Z` : at) : Number.NaN;
  if (Number.isNaN(time))
    throw new UsageError('--at must be a time such as 2026-01-12T09:30:00Z, or a date.');
  return time;
}

/** @throws {UsageError} `file_unreadable` */
async function read(file: string): Promise<Uint8Array> {
  try {
    return await bytesOf(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    throw new UsageError(`${file} cannot be read (${code}).`, 'file_unreadable');
  }
}

async function bytesOf(file: string): Promise<Uint8Array> {
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
