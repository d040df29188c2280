import axe from 'axe-core';
import { expect, test } from 'vitest';
import { createCase, type Mounted, mount } from './support/mount.ts';
import type { SmallCaseOptions } from './support/SmallCase.ts';

/** Presses the first button once that screen is there: before, it is the one that is shown while the case loads. */
const press = (title: string) => async (widget: Mounted) => {
  await widget.sees(title);
  widget.press();
};
const stay = async () => undefined;
const whole = (widget: Mounted) => expect.poll(() => widget.find('[part=primary]')).not.toBeNull();
const face = async (widget: Mounted) => {
  await whole(widget);
  widget.press();
};

const screens: [string, SmallCaseOptions, (widget: Mounted) => Promise<unknown>, string][] = [
  ['consent', {}, whole, 'Let’s confirm'],
  ['consent, face', {}, face, 'measure your face'],
  ['details', { due: ['personal_details'] }, stay, 'Your name'],
  ['details with errors', { due: ['personal_details'] }, press('Your name'), 'Your name'],
  ['selfie', { due: ['selfie'] }, stay, 'A quick selfie'],
  ['live', { due: ['selfie'] }, press('A quick selfie'), 'Look straight'],
  ['submitted', { status: 'submitted' }, stay, 'All done'],
  ['canceled', { status: 'canceled', returnUrl: 'https://shop.example/' }, stay, 'was stopped'],
  ['expired', { status: 'expired' }, stay, 'has expired'],
  ['problem', { faults: [{ on: 'case', status: 403, code: 'origin_not_allowed' }] }, stay, 'did not work'],
];

const finite = (animations: Animation[]) =>
  animations.filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);

test.each(
  screens.flatMap((screen) => (['light', 'dark'] as const).map((theme) => [...screen, theme] as const)),
)('axe finds nothing on %s', async (_, options, act, title, theme) => {
  const { session } = await createCase(options);
  const widget = mount({ session, attributes: { theme } });
  await act(widget);
  await widget.sees(title);
  await Promise.all(finite(widget.root.getAnimations()).map(({ finished }) => finished));
  const { violations } = await axe.run(widget.element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([]);
});
