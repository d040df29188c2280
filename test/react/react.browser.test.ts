import { act, createElement, createRef, StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { IdvVerify, type IdvVerifyElement, type IdvVerifyProps } from '../../src/react/index.ts';
import { createCase } from '../widget/support/mount.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function container(html = ''): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = html;
  document.body.append(element);
  onTestFinished(() => element.remove());
  return element;
}

async function render(root: Root, props: IdvVerifyProps): Promise<void> {
  await act(async () => root.render(createElement(StrictMode, null, createElement(IdvVerify, props))));
}

test('events, properties and the ref reach the element', async () => {
  const { session } = await createCase();
  const ref = createRef<IdvVerifyElement>();
  const events: string[] = [];
  const root = createRoot(container());
  onTestFinished(() => act(() => root.unmount()));
  const props: IdvVerifyProps = { session, ref, noRedirect: true, theme: 'dark', id: 'mine' };
  await render(root, { ...props, onReady: ({ detail }) => events.push(`ready ${detail.caseId}`) });
  await expect.poll(() => events).toEqual([`ready ${session.caseId}`]);
  expect(ref.current).toMatchObject({ noRedirect: true, theme: 'dark', id: 'mine', session });
});

test('calls the handler of the last rendering, and resets a removed property to its default', async () => {
  const events: string[] = [];
  const ref = createRef<IdvVerifyElement>();
  const root = createRoot(container());
  await render(root, { ref, theme: 'dark', noRedirect: true, onNotice: () => events.push('first') });
  await render(root, { ref, onNotice: ({ detail }) => events.push(detail.code) });
  expect(ref.current).toMatchObject({ theme: null, noRedirect: false });
  ref.current!.dispatchEvent(
    new CustomEvent('idv-notice', { detail: { code: 'weights_missing', detail: '' } }),
  );
  expect(events).toEqual(['weights_missing']);
  const element = ref.current!;
  await act(async () => root.unmount());
  element.dispatchEvent(new CustomEvent('idv-notice', { detail: { code: 'wasm_refused', detail: '' } }));
  expect(events).toEqual(['weights_missing']);
});

test('server-rendered HTML is hydrated with functions, booleans and handlers', async () => {
  const { session } = await createCase();
  const events: string[] = [];
  const fetchSession = async () => session;
  const place = container('<idv-verify class="mine"></idv-verify>');
  const element = place.querySelector('idv-verify')!;
  const errors: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(
      place,
      createElement(IdvVerify, {
        className: 'mine',
        fetchSession,
        noRedirect: true,
        onReady: () => events.push('ready'),
      }),
      { onRecoverableError: (error) => errors.push(error) },
    ),
  );
  onTestFinished(() => act(() => root.unmount()));
  await expect.poll(() => events).toEqual(['ready']);
  expect(place.querySelector('idv-verify')).toBe(element);
  expect(element).toMatchObject({ fetchSession, noRedirect: true });
  expect(errors).toEqual([]);
});
