import { expect, test } from 'vitest';
import { screen } from '../../src/screening/search/screen.ts';
import { generatedPeople, random } from '../bench/support/generatedPeople.ts';
import { indexOf } from '../support/listed.ts';

const index = indexOf(...generatedPeople(4000, 5));

test('no hostile name crashes or slows the screening', () => {
  const next = random(11);
  let slowest = 0;
  for (let i = 0; i < 4_000; i++) {
    const fullName = hostile(next);
    const start = process.threadCpuUsage();
    const hits = screen(index, {
      person: { fullName, dateOfBirth: i % 3 === 0 ? '1970-01-01' : undefined },
    });
    const { user, system } = process.threadCpuUsage(start);
    if (i > 200) slowest = Math.max(slowest, (user + system) / 1000);
    for (const hit of hits) expect(hit.score).toBeLessThan(1);
  }
  expect(slowest).toBeLessThan(250);
});

test.each(['', ' ', '.', '---', '\u0000\u0007', '\u202e\u200f', '😀😀', "'"])(
  '%j has nothing to compare and gives no hit',
  (fullName) => {
    expect(screen(index, { person: { fullName } })).toEqual([]);
  },
);

test('invisible and bidirectional characters change nothing', () => {
  const [person] = generatedPeople(1, 5);
  const name = person!.names[0]!.text;
  const spiked = [...name].join('\u200b').replace(' ', ' \u202e');
  expect(screen(index, { person: { fullName: spiked } })[0]?.id).toBe(
    screen(index, { person: { fullName: name } })[0]?.id,
  );
});

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  '王李張劉陳楊黃趙吳周徐孫馬朱胡郭何林',
  '김이박최정강조윤장임한오서신권황안송',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह',
  '-.,\'’ʻ`()/\\&%$#@!?;:"',
  '\u0000\u0001\u001f\u200b\u200d\u200f\u202a\u202e\u2066\ufeff',
  '\u0301\u0308\u064b\u0e31',
  '0123456789',
  '😀🏳️‍🌈𝕬𝖑𝖎ﷺ',
].map((letters) => [...letters]);

/** Names of one character and of 200, of one alphabet and of all, of one part and of many. */
function hostile(next: () => number): string {
  const any = <T>(of: T[]) => of[Math.floor(next() * of.length)]!;
  const length = any([1, 2, 3, 10, 50, 200]);
  const alphabet = next() < 0.6 ? any(alphabets) : null;
  const repeated = next() < 0.1 ? any(any(alphabets)) : null;
  const gaps = any([0, 0.1, 0.5]);
  const letter = () => repeated ?? any(alphabet ?? any(alphabets));
  return Array.from({ length }, () => (next() < gaps ? ' ' : letter())).join('');
}
