/** The style sheet of the desk: the colours and the type of the widget. */
export const deskStyles = `
:root {
  color-scheme: light;
  --accent: #2f4fd8; --on-accent: #fff; --text: #151a2b; --soft: #565f75; --surface: #fff; --sunken: #f4f6fb;
  --line: #e3e7f0; --edge: #838ca3; --bad: #b3261e; --good: #0c7a50; --mark: #ffe08a; --on-mark: #151a2b; --radius: 14px;
}
@media (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --accent: #8ea8ff; --on-accent: #0c1230; --text: #eef0f6; --soft: #a9b0c3; --surface: #151923; --sunken: #0f121a;
    --line: #2c3345; --edge: #717a92; --bad: #ff9a8f; --good: #63d4a4; --mark: #5c4a00; --on-mark: #fff;
  }
}
@media (prefers-contrast: more) { :root { --soft: var(--text); --line: var(--text); --edge: var(--text); } }
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0; background: var(--sunken); color: var(--text); line-height: 1.5;
  font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif;
  overflow-wrap: anywhere;
}
main { max-inline-size: 72rem; margin: 0 auto; padding: 1rem clamp(0.75rem, 3vw, 2rem) 4rem; }
main:focus { outline: none; }
h1 { font-size: 1.5rem; margin: 0.5rem 0 1rem; }
h2 { font-size: 1.15rem; margin: 0 0 0.5rem; }
h3 { font-size: 1rem; margin: 0 0 0.5rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; inset-block-start: -4rem; }
.skip:focus { inset-block-start: 0.5rem; inset-inline-start: 0.5rem; background: var(--surface); padding: 0.5rem; z-index: 2; }
.bar {
  display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; padding: 0.5rem clamp(0.75rem, 3vw, 2rem);
  background: var(--surface); border-block-end: 1px solid var(--line);
}
.bar nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; flex: 1; }
.bar a { padding: 0.375rem 0; }
.bar a[aria-current] { font-weight: 680; color: var(--text); }
.bar form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.who, .small { color: var(--soft); font-size: 0.875rem; }
.mode { font-weight: 620; }
.mode.test { border: 1px dashed var(--edge); padding: 0 0.5rem; border-radius: 6px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem clamp(0.75rem, 3vw, 1.5rem); margin-block: 1rem; }
.narrow { max-inline-size: 36rem; margin-inline: auto; }
.row { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin-block: 0.5rem; }
label { display: inline-grid; gap: 0.25rem; font-size: 0.9375rem; }
input, select, button, .button, .chip { font: inherit; min-block-size: 2.5rem; border-radius: 10px; max-inline-size: 100%; }
input:not([type=checkbox], [type=radio], [type=range]), select { border: 1px solid var(--edge); background: var(--surface); color: var(--text); padding: 0.25rem 0.625rem; }
input[type=checkbox], input[type=radio] { min-block-size: 1.5rem; inline-size: 1.5rem; accent-color: var(--accent); margin: 0; flex: none; }
button, .button { border: 1px solid var(--edge); background: var(--surface); color: var(--text); padding: 0.375rem 1rem; cursor: pointer; text-decoration: none; display: inline-block; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 620; }
.quiet { border-color: transparent; color: var(--accent); padding-inline: 0.5rem; }
.quiet[aria-pressed=true] { border-color: var(--accent); }
.chip { display: inline-block; padding: 0.375rem 0.875rem; border: 1px solid var(--line); background: var(--surface); text-decoration: none; }
.chip[aria-current] { border-color: var(--accent); font-weight: 620; }
kbd { border: 1px solid currentColor; border-radius: 4px; padding: 0 0.35em; font: 0.8em ui-monospace, monospace; }
body[data-keys=off] kbd { display: none; }
code { font-family: ui-monospace, 'SFMono-Regular', Menlo, monospace; font-size: 0.9em; }
code.link { user-select: all; display: block; padding: 0.75rem; background: var(--sunken); border-radius: 10px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; inline-size: 100%; font-size: 0.9375rem; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-block-end: 1px solid var(--line); min-inline-size: 6rem; }
th { font-weight: 600; }
.late { color: var(--bad); }
.empty { padding: 2rem; text-align: center; color: var(--soft); }
.pairs { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 0.5rem 1.5rem; margin: 0; }
dt { color: var(--soft); font-size: 0.875rem; }
dd { margin: 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)); gap: 1rem; }
.figures dd { font-size: 1.5rem; font-weight: 680; }
.bars { inline-size: 100%; max-inline-size: 48rem; fill: var(--accent); stroke: none; }
.bars path { stroke: var(--edge); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; }
figure { margin: 0; overflow: hidden; }
.pair figure { aspect-ratio: 3 / 4; display: grid; grid-template-rows: 1fr auto; background: var(--sunken); border-radius: 10px; }
.pair img { inline-size: 100%; block-size: 100%; min-block-size: 0; object-fit: contain; scale: var(--zoom, 1); }
figcaption { background: var(--surface); color: var(--soft); font-size: 0.875rem; position: relative; z-index: 1; }
.pair.flipped figure { grid-area: 1 / 1; } .pair.flipped figure + figure { visibility: hidden; } .pair.flipped.other figure { visibility: hidden; } .pair.flipped.other figure + figure { visibility: visible; }
.strip { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; padding: 0; margin: 0.75rem 0; }
.strip img { block-size: 7rem; border-radius: 6px; display: block; }
.small-strip img { block-size: 4rem; }
.grey img { filter: grayscale(1); }
.blurred img { filter: blur(24px); }
.grey.blurred img { filter: grayscale(1) blur(24px); }
fieldset { border: 0; padding: 0; margin: 0 0 1rem; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 0.25rem 1rem; }
legend { font-weight: 620; padding: 0; }
.choice, .tick { display: flex; gap: 0.625rem; align-items: center; min-block-size: 2.25rem; cursor: pointer; }
.hit { border-block-start: 1px solid var(--line); padding-block: 1rem; }
.hit[data-current] { border-inline-start: 4px solid var(--accent); padding-inline-start: 0.75rem; }
mark { background: var(--mark); color: var(--on-mark); text-decoration: underline; }
.weights { list-style: none; padding: 0; } .weights meter { inline-size: 6rem; }
.for { color: var(--text); } .against { color: var(--soft); }
.decisions { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1.5rem; }
.decisions form { display: grid; gap: 0.5rem; align-content: start; }
.keys { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 0.5rem 1rem; margin-block-end: 1rem; }
input.key { inline-size: 3.5rem; }
.toast { position: fixed; inset-block-end: 1rem; inset-inline: 1rem; margin: 0; text-align: center; pointer-events: none; }
.toast:not(:empty) { background: var(--text); color: var(--surface); padding: 0.75rem; border-radius: 10px; max-inline-size: 32rem; margin-inline: auto; }
dialog { border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); color: var(--text); max-inline-size: min(32rem, 92vw); }
[hidden] { display: none !important; }
@media (forced-colors: active) { mark { forced-color-adjust: none; } .hit[data-current] { border-inline-start-color: Highlight; } }
@media (max-width: 30rem) { .bar nav { flex: 1 0 100%; } }
`;
