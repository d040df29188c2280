import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ConfigError } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A key management service may be slow. */
const COMMAND_MS = 30_000;
/** A secret is short; more than this is something else, such as a page of help. */
const MAX_OUTPUT_BYTES = 65_536;

/**
 * The environment with each secret resolved that was given as `NAME_FILE` (content of the file) or `NAME_COMMAND`
 * (output of the program), without the final line break.
 * @throws {ConfigError} if a file cannot be read, a program fails, either is empty, or a secret is given in two ways.
 */
export function withSecretFiles(env: Environment, { commandMs = COMMAND_MS } = {}): Environment {
  const read = secretNames.flatMap((name) => {
    const { [name]: value, [`${name}_FILE`]: file, [`${name}_COMMAND`]: command } = env;
    if ([value, file, command].filter(Boolean).length > 1) {
      throw new ConfigError(
        `More than one of the settings ${name}, ${name}_FILE and ${name}_COMMAND is set. Set one of them.`,
      );
    }
    if (file) return [[name, contentOf(file, `${name}_FILE`)] as const];
    if (!command) return [];
    return [[name, outputOf(command, { name: `${name}_COMMAND`, env, commandMs })] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function contentOf(file: string, name: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw new ConfigError(
      `The file of the setting ${name} cannot be read (${why}). Check its path and permissions.`,
    );
  }
  if (text === '')
    throw new ConfigError(`The file of the setting ${name} is empty. Write the secret into it.`);
  return text;
}

/**
 * Program and arguments are separated by spaces; no shell is involved. The program gets no secret that is not for it, and
 * nothing that it prints is shown: also its messages may contain the secret.
 */
function outputOf(
  command: string,
  { name, env, commandMs }: { name: string; env: Environment; commandMs: number },
): string {
  const [program = '', ...args] = command.trim().split(/\s+/);
  const secrets: ReadonlySet<string> = new Set([...secretNames, ...librarySecrets]);
  let text: string;
  try {
    text = execFileSync(program, args, {
      encoding: 'utf8',
      env: Object.fromEntries(Object.entries(env).filter(([variable]) => !secrets.has(variable))),
      timeout: commandMs,
      // A program may ignore SIGTERM.
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trimEnd();
  } catch (error) {
    const why = reasonOf(error, commandMs);
    throw new ConfigError(
      `The command ${program} of the setting ${name} failed (${why}). Run it by hand to see why.`,
    );
  }
  if (text === '')
    throw new ConfigError(
      `The command ${program} of the setting ${name} printed nothing. It must print the secret.`,
    );
  return text;
}

function reasonOf(error: unknown, commandMs: number): string {
  const { code, status, signal } = error as NodeJS.ErrnoException & { status?: number; signal?: string };
  if (code === 'ETIMEDOUT') return `ETIMEDOUT, no end after ${commandMs / 1000} seconds`;
  if (code === 'ENOBUFS') return `ENOBUFS, more than ${MAX_OUTPUT_BYTES} bytes`;
  return code ?? signal ?? `exit ${status}`;
}

/**
 * The secret settings: they may come from a file or a command, and are removed from the environment after being read.
 */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'IDV_BOOTSTRAP_KEY',
  'IDV_MASTER_KEY',
  'IDV_NEXT_MASTER_KEY',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
] as const;

/** Secrets that libraries of the service read from the environment. */
export const librarySecrets = [
  'PGPASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
] as const;

/** The same, which a command of AWS needs too. */
export const awsSecrets = [
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN',
] as const;

/** Secrets for commands alone, which nothing needs once their outputs were read: those of the recipes in docs/operate.md. */
export const commandSecrets = ['VAULT_TOKEN', 'HSM_PIN'] as const;
