import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packModel } from '../../vision/build/packModel.ts';
import { trainNetwork } from './trainNetwork.ts';

// `npm run build:document -- --train [--strips COUNT] [--to FILE]`: trains the network of the characters anew.
const args = process.argv.slice(2);
const optionOf = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
if (!args.includes('--train')) {
  process.stderr.write(
    'Nothing to do. With --train the network is trained anew and its weights are replaced.\n',
  );
  process.exit(1);
}
const strips = Number(optionOf('--strips') ?? 800_000);
const file = optionOf('--to') ?? fileURLToPath(new URL('../read/characters.bin', import.meta.url));
const channels = (optionOf('--channels') ?? '16,24,40').split(',').map(Number) as [number, number, number];
const model = await trainNetwork({
  strips,
  seed: 9303,
  channels,
  report: (text) => process.stderr.write(`${text}\n`),
  keep: async (draft) => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, packModel(draft));
  },
});
await writeFile(file, packModel(model));
