import { type Browser, type BrowserContext, devices, expect, type Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';

export const heading = (page: Page, name: string) => page.getByRole('heading', { name });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Opens a separate browser that emulates a phone. */
export async function aPhone(browser: Browser): Promise<{ context: BrowserContext; phone: Page }> {
  const context = await browser.newContext({ ...devices['Pixel 7'], permissions: ['camera'] });
  return { context, phone: await context.newPage() };
}

/** Reads the QR code off the screen, as a phone does. */
export async function scan(page: Page): Promise<string> {
  let url = '';
  // The contrast is too low while the screen fades in.
  await expect(async () => {
    const png = await page.locator('idv-verify .qr[role=img]').screenshot();
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    url = decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height });
  }).toPass();
  return url;
}

/** Continues to the digits on a phone that has joined. */
export async function digitsOf(phone: Page): Promise<string> {
  await press(phone, 'Continue');
  return (await phone.locator('.digits').textContent())!;
}

/** Enters digits on the computer. */
export async function enter(page: Page, digits: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Enter the 4-digit number from your phone' }).fill(digits);
  await press(page, 'Continue');
}
