/** Method and path of the page's calls for the hand-off to a phone. */
export const handoffCalls = {
  startHandoff: { method: 'POST', path: '/cases/:id/handoff' },
  retrieveHandoff: { method: 'GET', path: '/cases/:id/handoff' },
  endHandoff: { method: 'DELETE', path: '/cases/:id/handoff' },
  confirmHandoff: { method: 'POST', path: '/cases/:id/handoff/confirm' },
} as const;
