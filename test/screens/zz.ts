import { readFileSync, writeFileSync } from 'node:fs';
import { scenes } from './scenes.ts';
import { takeScreens } from './takeScreens.ts';
import { thumbnailOf } from './thumbnailOf.ts';

const only = new RegExp(process.argv[2] ?? 'handoff|phone');
const out = '/tmp/h24/shots';
const known = JSON.parse(readFileSync(new URL('thumbnails.json', import.meta.url), 'utf8'));
const trees = new Map();
await takeScreens(scenes.filter(({ name }) => only.test(name)), async (shot) => {
  const name = `${shot.scene}, ${shot.theme}, ${shot.width}`;
  writeFileSync(`${out}/${name.replaceAll(', ', '_').replaceAll(' ', '-')}.png`, shot.png);
  if (shot.clipped.length || shot.overflow) console.log(name, shot.clipped, shot.overflow);
  trees.set(shot.scene, shot.tree);
  known[name] = await thumbnailOf(shot.png);
  writeFileSync('/tmp/h24/known.json', JSON.stringify(known));
  writeFileSync('/tmp/h24/trees.json', JSON.stringify([...trees]));
});
