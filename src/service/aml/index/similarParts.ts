import { Heard } from '../match/Heard.ts';
import { oddConsonants } from '../match/oddConsonants.ts';
import type { Likeness, QueryPart, SimilarParts } from '../match/query.ts';
import { similarity } from '../match/similarity.ts';
import { skeleton } from '../match/skeleton.ts';
import { sound } from '../match/sound.ts';
import { variants } from '../match/variants.ts';
import { heardToken } from './heardToken.ts';
import { keySeed } from './keySeed.ts';
import { eachUnder, keyOf } from './keyTable.ts';
import { mostSimilar, scratchOf } from './scratch.ts';
import type { ScreeningIndex } from './screeningIndex.ts';
import { tokenKeys } from './tokenKeys.ts';

const mostPerKey = 2000;
/** Poorer likenesses are only tried between the names at hand. */
const leastForLookup = 0.74;
const mostOddConsonants = 5;

/**
 * Every listed part that shares a key with the part and is alike enough, the most alike first, without what it says.
 * @param joined whether the part is two of the query written as one
 */
export function similarParts(index: ScreeningIndex, part: QueryPart, joined: boolean): SimilarParts {
  const { tokenKeyHeads: heads, tokenKeys: keys, tokenKeyValues: values, tokenSoundStart } = index.columns;
  const table = { heads, keys, values };
  const similar: SimilarParts = { tokens: [], similarities: [], hows: [], gains: [] };
  const scratch = scratchOf(index);
  scratch.clock += 1;
  const { clock, tokenSeen } = scratch;
  const shortest = joined && !part.vowelless ? part.heard.length - 1 : 0;
  const visit = (token: number) => {
    if (tokenSeen[token] === clock) return;
    tokenSeen[token] = clock;
    if (shortest > 0 && tokenSoundStart[token + 1]! - tokenSoundStart[token]! < shortest) return;
    const alike = alikeness(index, part, token);
    if (alike > 0) insert(similar, token, alike, joined ? 'joined' : alike === 1 ? 'same' : 'spelling');
  };
  for (const key of joined ? wholeKeys(part) : lookupKeys(part)) eachUnder(table, key, mostPerKey, visit);
  for (const variant of joined ? [] : variants(part.text))
    eachUnder(table, keyOf(variant, keySeed.text), 4, (token) => {
      if (tokenSeen[token] === clock || !sameText(index, token, variant)) return;
      tokenSeen[token] = clock;
      insert(similar, token, 0.95, 'nickname');
    });
  return similar;
}

/** Keeps the most alike, in order; of equals the first. */
function insert(similar: SimilarParts, token: number, alike: number, how: Likeness): void {
  const { tokens, similarities, hows, gains } = similar;
  let at = tokens.length;
  if (at === mostSimilar) {
    if (similarities[at - 1]! >= alike) return;
    at -= 1;
  } else gains.push(0);
  for (; at > 0 && similarities[at - 1]! < alike; at--) {
    tokens[at] = tokens[at - 1]!;
    similarities[at] = similarities[at - 1]!;
    hows[at] = hows[at - 1]!;
  }
  tokens[at] = token;
  similarities[at] = alike;
  hows[at] = how;
}

/** Two parts written as one need not bear a slip of the pen as well. */
function wholeKeys({ text, sound: heard, bones }: QueryPart): number[] {
  return [keyOf(text, keySeed.text), keyOf(bones, keySeed.skeleton), keyOf(heard, keySeed.near)];
}

function lookupKeys(part: QueryPart): number[] {
  const keys = tokenKeys(part.text, part.sound, part.bones);
  return part.vowelless ? [...keys, ...otherReadings(part)] : keys;
}

/** Keys of how else a word without vowels may be read: w as a vowel, dh as z, th as s. */
function otherReadings(part: QueryPart): number[] {
  const texts = [part.text.replace(/dh/g, 'z'), part.text.replace(/th/g, 's')];
  const bones = texts.filter((text) => text !== part.text).map((text) => skeleton(sound({ ...part, text })));
  const all = [part.bones, ...bones].flatMap((bone) => [bone, bone.replace(/(?<=.)v/g, '')]);
  return [...new Set(all)].filter((bone) => bone !== part.bones).map((bone) => keyOf(bone, keySeed.skeleton));
}

function alikeness(index: ScreeningIndex, part: QueryPart, token: number): number {
  const { columns } = index;
  const letters = columns.tokenLetters[token]!;
  if (oddConsonants(letters, part.heard.letters) > mostOddConsonants) return 0;
  if (letters === part.heard.letters && sameText(index, token, part.text)) return 1;
  heardToken(columns, token, listed);
  const least = Math.min(part.heard.length, listed.length) <= 3 ? 0.78 : leastForLookup;
  return Math.min(similarity(part.heard, listed, least), 0.985);
}

const listed = Heard.of('', false);

function sameText(index: ScreeningIndex, token: number, text: string): boolean {
  const { tokenTextStart, tokenText } = index.columns;
  const from = tokenTextStart[token]!;
  if (tokenTextStart[token + 1]! - from !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (tokenText[from + i] !== text.charCodeAt(i)) return false;
  return true;
}
