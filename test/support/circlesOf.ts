/**
 * The circles of a graph: each group of nodes that all reach one another (Tarjan 1972), and each node that names
 * itself.
 */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, { index: number; low: number; open: boolean }>();
  const path: string[] = [];
  const circles: string[][] = [];
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;

  function visit(node: string): { low: number } {
    const state = { index: order.size, low: order.size, open: true };
    order.set(node, state);
    path.push(node);
    for (const target of graph.get(node) ?? []) {
      if (!graph.has(target)) continue;
      const known = order.get(target);
      if (!known) state.low = Math.min(state.low, visit(target).low);
      else if (known.open) state.low = Math.min(state.low, known.index);
    }
    if (state.low === state.index) close(node);
    return state;
  }

  function close(root: string): void {
    const group = path.splice(path.indexOf(root));
    for (const node of group) order.get(node)!.open = false;
    if (group.length > 1 || graph.get(root)!.includes(root)) circles.push(group.sort());
  }
}
