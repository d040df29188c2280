import { parseArgs } from 'node:util';
import { generateKey } from '../../contract/keys.ts';
import type { Mode } from '../../contract/mode.ts';

// `npm run -s keys -- generate --mode test|live` prints a new API key and nothing else. It opens no database: the key
// becomes valid through IDV_BOOTSTRAP_KEY.

const usage = 'Usage: npm run -s keys -- generate --mode test|live\n';
const mode = requestedMode();
if (mode) {
  process.stdout.write(`${generateKey('secret', mode)}\n`);
} else if (['--help', '-h'].includes(process.argv[2] ?? '')) {
  process.stdout.write(usage);
} else {
  process.stderr.write(usage);
  process.exitCode = 2;
}

function requestedMode(): Mode | null {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { mode: { type: 'string' } },
    });
    const isMode = values.mode === 'test' || values.mode === 'live';
    return positionals.join(' ') === 'generate' && isMode ? (values.mode as Mode) : null;
  } catch {
    // An unknown option: the usage is printed.
    return null;
  }
}
