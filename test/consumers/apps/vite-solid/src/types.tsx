// Compiled, never run: checks the types.
export function Typed() {
  return (
    <>
      <idv-verify theme="dark" prop:session={null} on:idv-submitted={({ detail }) => detail.caseId.trim()} />
      {/* @ts-expect-error there is no such theme */}
      <idv-verify theme="purple" />
      {/* @ts-expect-error no outcome is ever told */}
      <idv-verify on:idv-submitted={({ detail }) => detail.outcome} />
    </>
  );
}
