import type { TestProject } from 'vitest/node';
import { smallApi } from './smallApi.ts';

declare module 'vitest' {
  interface ProvidedContext {
    smallApi: string;
  }
}

/** Starts the small API for the browser tests and provides its URL. */
export default async function setup(project: TestProject) {
  const { baseUrl, close } = await smallApi();
  project.provide('smallApi', baseUrl);
  return close;
}
