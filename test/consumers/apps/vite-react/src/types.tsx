// Compiled, never run: checks the types.
import { IdvVerify, type IdvVerifyElement } from 'idv-verify/react';
import type {} from 'idv-verify/types/react';
import { useRef } from 'react';

export function Typed() {
  const element = useRef<IdvVerifyElement>(null);
  return (
    <>
      <IdvVerify ref={element} mode="modal" onSubmitted={({ detail }) => detail.caseId.trim()} />
      <button type="button" onClick={() => element.current?.show()} />
      <idv-verify
        session-url="/idv/session"
        theme="dark"
        onidv-step={({ detail }) => detail.previous.trim()}
      />
      {/* @ts-expect-error there is no such theme */}
      <IdvVerify theme="purple" />
      {/* @ts-expect-error there is no such theme */}
      <idv-verify theme="purple" />
      {/* @ts-expect-error no outcome is ever told */}
      <IdvVerify onSubmitted={({ detail }) => detail.outcome} />
    </>
  );
}
