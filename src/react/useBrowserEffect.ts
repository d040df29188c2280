import { useEffect, useLayoutEffect } from 'react';

/** Runs before the browser paints; on a server, where React 18 warns of layout effects, never. */
export const useBrowserEffect: typeof useEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;
