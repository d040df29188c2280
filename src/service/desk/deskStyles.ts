/** The style sheet of the desk, with the widget's colours and fonts: four font sizes, spacing in quarters. */
export const deskStyles = `
:root {
  color-scheme: light;
  --accent: #2f4fd8; --on-accent: #fff; --accent-soft: #edf0fc; --text: #151a2b; --soft: #565f75; --surface: #fff;
  --sunken: #f4f6fb; --line: #e3e7f0; --edge: #838ca3; --bad: #b3261e; --good: #0c7a50; --mark: #ffe08a; --on-mark: #151a2b;
  --small: 0.875rem; --large: 1.25rem; --title: 1.75rem;
  --radius: 14px; --inner: 10px;
}
@media (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --accent: #8ea8ff; --on-accent: #0c1230; --accent-soft: #1e2742; --text: #eef0f6; --soft: #a9b0c3; --surface: #151923;
    --sunken: #0d1017; --line: #2c3345; --edge: #717a92; --bad: #ff9a8f; --good: #63d4a4; --mark: #5c4a00; --on-mark: #fff;
  }
}
@media (prefers-contrast: more) { :root { --soft: var(--text); --line: var(--text); --edge: var(--text); } }
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0; background: var(--sunken); color: var(--text); line-height: 1.5;
  font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif;
  overflow-wrap: break-word;
}
main { max-inline-size: 72rem; margin: 0 auto; padding: 1.5rem clamp(0.75rem, 3vw, 2rem) 4rem; }
main:focus { outline: none; }
h1, h2, h3, p { margin: 0 0 0.75rem; }
h1 { font-size: var(--title); line-height: 1.2; font-weight: 680; text-wrap: balance; }
h2 { font-size: var(--large); line-height: 1.3; font-weight: 680; }
h3 { font-size: 1rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; inset-block-start: -4rem; }
.skip:focus { inset-block-start: 0.5rem; inset-inline-start: 0.5rem; background: var(--surface); padding: 0.5rem; z-index: 2; }
.small, .who { color: var(--soft); font-size: var(--small); }
.any, .who, code { overflow-wrap: anywhere; }
.whole, .unbroken { white-space: nowrap; overflow-wrap: normal; }
code { font-family: ui-monospace, 'SFMono-Regular', Menlo, monospace; font-size: 0.9375em; }
code.link { user-select: all; display: block; padding: 0.75rem; background: var(--sunken); border-radius: var(--inner); }
kbd { border: 1px solid currentColor; border-radius: 4px; padding: 0 0.3em; font: var(--small) ui-monospace, monospace; white-space: nowrap; }
body[data-keys=off] kbd { display: none; }
[hidden] { display: none !important; }

.bar {
  display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: center; padding: 0.5rem clamp(0.75rem, 3vw, 2rem);
  background: var(--surface); border-block-end: 1px solid var(--line);
}
.bar nav { display: flex; flex-wrap: wrap; gap: 0 1rem; flex: 1 0 auto; max-inline-size: 100%; }
.bar nav a { padding-block: 0.5rem; text-decoration: none; }
.bar nav a:hover { text-decoration: underline; }
.bar nav a[aria-current] { font-weight: 680; color: var(--text); box-shadow: inset 0 -3px var(--accent); }
.bar form { display: flex; flex-wrap: wrap; gap: 0 0.5rem; align-items: center; }
.mode { font-weight: 620; }
.mode.test { border: 1px dashed var(--edge); padding: 0 0.5rem; border-radius: 6px; }

.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.5rem clamp(0.75rem, 3vw, 1.5rem); margin-block: 1rem; }
.card > :last-child, .card > :last-child > :last-child { margin-block-end: 0; }
form > h2:not(:first-child) { margin-block-start: 1.5rem; }
.narrow { max-inline-size: 36rem; margin-inline: auto; }
.row { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin-block-end: 0.75rem; }
.row > .row { margin: 0; }
.bar form, .row > * { min-inline-size: 0; max-inline-size: 100%; }
.empty { padding: 2rem 1rem; text-align: center; color: var(--soft); background: var(--surface); border: 1px dashed var(--line); border-radius: var(--radius); }
.pairs, .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); gap: 0.75rem 1.5rem; margin: 0; }
dt { color: var(--soft); font-size: var(--small); }
dd { margin: 0; }
.figures { grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 1rem; margin-block-end: 1.5rem; }
.figures > div { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem; display: flex; flex-direction: column; justify-content: space-between; }
.figures dd { font-size: var(--title); line-height: 1.2; font-weight: 680; }
.bars { inline-size: 100%; max-inline-size: 48rem; fill: var(--accent); stroke: none; }
.bars path { stroke: var(--edge); fill: none; } .bars text { fill: var(--soft); font-size: 7px; }

label { display: inline-grid; gap: 0.25rem; min-inline-size: 0; }
label:has(> select) { grid-template-columns: minmax(0, auto); }
form[method=get] select { max-inline-size: min(100%, 18rem); }
.act select { max-inline-size: 12rem; }
form + :is(h2, p) { margin-block-start: 1.5rem; }
input, select, textarea, button, .button, .chip { font: inherit; min-block-size: 2.5rem; border-radius: var(--inner); max-inline-size: 100%; }
input:not([type=checkbox], [type=radio], [type=range]), select, textarea { border: 1px solid var(--edge); background: var(--surface); color: var(--text); padding: 0.25rem 0.75rem; }
input[type=checkbox], input[type=radio] { min-block-size: 1.25rem; inline-size: 1.25rem; block-size: 1.25rem; accent-color: var(--accent); margin: 0; flex: none; }
.whole { display: grid; margin-block-end: 0.75rem; }
textarea { inline-size: 100%; min-block-size: 6rem; }
button, .button { border: 1px solid var(--edge); background: var(--surface); color: var(--text); padding: 0.375rem 1rem; cursor: pointer; text-decoration: none; display: inline-block; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 620; }
.quiet { background: transparent; border-color: transparent; color: var(--accent); padding-inline: 0.5rem; }
.quiet[aria-pressed=true] { border-color: var(--accent); background: var(--accent-soft); }
.chip { display: inline-block; padding: 0.375rem 1rem; border: 1px solid var(--line); background: var(--surface); text-decoration: none; }
.chip[aria-current] { border-color: var(--accent); background: var(--accent-soft); font-weight: 620; }
fieldset { border: 0; padding: 0; margin: 0 0 1.5rem; min-inline-size: 0; }
legend { font-weight: 620; padding: 0; margin-block-end: 0.5rem; }
.tick, .choice { display: flex; gap: 0.75rem; align-items: center; min-block-size: 2.5rem; cursor: pointer; }
.ticks { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); gap: 0 1rem; }
.scale { display: grid; gap: 0.5rem; }
.scale .choice { border: 1px solid var(--edge); border-radius: var(--inner); padding: 0.5rem 0.75rem; }
.choice:has(:checked) { border-color: var(--accent); background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); }
.choice span { display: flex; flex: 1; gap: 0.5rem; justify-content: space-between; align-items: center; }
@media (min-width: 60rem) {
  .scale { grid-template-columns: repeat(8, 1fr); }
  .scale .choice { flex-direction: column; justify-content: start; text-align: center; padding: 0.75rem 0.5rem; }
  .scale .choice span { flex-direction: column; }
  .scale.life { grid-template-columns: repeat(3, 1fr); }
}
@media (min-width: 80rem) {
  .rest .scale { grid-auto-flow: column; grid-template: repeat(4, auto) / 1fr 1fr; gap: 0.25rem 0.5rem; }
  .rest .scale.life { grid-template: auto / 1fr 1.6fr 1fr; }
  .rest .scale .choice { flex-direction: row; align-items: center; text-align: start; padding: 0.25rem 0.75rem; min-block-size: 2.25rem; }
  .rest .scale .choice span { flex-direction: row; }
  .rest fieldset { margin-block-end: 0.75rem; }
  .rest .ticks { grid-template-columns: repeat(4, 1fr); }
  .rest .tick { min-block-size: 2rem; }
}

table { border-collapse: collapse; inline-size: 100%; margin-block-end: 0.75rem; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; border-block-end: 1px solid var(--line); }
th { font-weight: 600; }
thead th { color: var(--soft); font-size: var(--small); white-space: nowrap; }
td .row { margin: 0; gap: 0.25rem; align-items: center; }
main > table, [data-live] > table { background: var(--surface); border-radius: var(--radius); box-shadow: 0 0 0 1px var(--line); }
main > table :is(th, td), [data-live] > table :is(th, td) { padding-inline-start: 1rem; }
main > table tbody tr:last-child > *, [data-live] > table tbody tr:last-child > * { border: 0; }
@media (max-width: 64rem) { thead th { white-space: normal; } th, td { padding-inline-end: 0.5rem; } }
@media (max-width: 44rem) {
  table, tbody, tr, td, tbody th { display: block; }
  thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  main > table, [data-live] > table { background: none; box-shadow: none; }
  tr { border-block-end: 1px solid var(--line); padding-block: 0.75rem; }
  main > table tr, [data-live] > table tr { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: 0.75rem; margin-block-end: 0.75rem; }
  .hit tbody :is(th, td):nth-child(n) { inline-size: auto; }
  td, tbody th { border: 0; padding: 0.125rem 0; }
  main > table td, [data-live] > table td { padding-inline-start: 0; }
  td { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 0.75rem; align-items: baseline; }
  form.row > label { flex: 1 1 100%; }
  form.row > label:not(.tick) > * { inline-size: 100%; }
  td::before { content: attr(data-label); content: attr(data-label) / ""; color: var(--soft); font-size: var(--small); }
}
.late { color: var(--bad); }

.wide-page { max-inline-size: 104rem; }
.case-head { margin-block-end: 0.75rem; }
.case-head > .row { align-items: center; margin-block-end: 0.25rem; gap: 0.25rem 0.75rem; }
.case-head h1 { margin: 0; white-space: nowrap; }
.case-head .act { margin-inline-start: auto; gap: 0 0.5rem; align-items: center; }
.state, .tag { font-size: var(--small); font-weight: 620; border: 1px solid var(--line); background: var(--surface); border-radius: var(--inner); padding: 0.125rem 0.5rem; white-space: nowrap; }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0; font-size: var(--small); }
.facts > div { display: flex; flex-wrap: wrap; gap: 0 0.375rem; align-items: baseline; max-inline-size: 100%; }
.facts button { min-block-size: 1.5rem; padding-block: 0; }
.unseen { position: absolute; inset-inline-start: 0; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.work > * > .card:first-child, .rest > #evidence > .card:first-child { margin-block-start: 0; }
@media (min-width: 80rem) {
  .wide-page { padding-block-start: 0.75rem; }
  .work { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 1rem; align-items: start; }
  .stay { position: sticky; inset-block-start: 0.5rem; max-block-size: calc(100vh - 1rem); overflow-y: auto; border-radius: var(--radius); }
  .work .card { padding: 1rem; margin-block: 0 1rem; }
  .work .card > h2 { margin-block-end: 0.375rem; }
  .stay > .card { margin: 0; }
}
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0.5rem; }
figure { margin: 0; overflow: hidden; }
.pair figure { display: grid; grid-template: auto auto / minmax(0, 1fr); align-content: start; min-inline-size: 0; }
.pair :is(svg, canvas) { inline-size: 100%; aspect-ratio: 3 / 4; min-block-size: 0; background: var(--sunken); border-radius: var(--inner); touch-action: pan-y; }
.pair svg { filter: contrast(var(--contrast, 1)) brightness(var(--brightness, 1)); cursor: grab; }
.pair canvas { object-fit: contain; }
figcaption { background: var(--surface); color: var(--soft); font-size: var(--small); position: relative; z-index: 1; padding-block-start: 0.25rem; }
figcaption label { display: flex; gap: 0.5rem; align-items: center; }
figcaption select { flex: 1; min-inline-size: 0; min-block-size: 2rem; padding: 0 0.5rem; }
.pair:is(.flipped, .over) figure { grid-area: 1 / 1 / 2 / 3; inline-size: min(100%, 24rem); justify-self: center; }
.pair.flipped figure + figure { visibility: hidden; } .pair.flipped.other figure { visibility: hidden; } .pair.flipped.other figure + figure { visibility: visible; }
.pair.over figure + figure { opacity: var(--share, 0.5); } .pair.over figure + figure figcaption { visibility: hidden; }
.viewer:fullscreen { background: var(--surface); padding: 1rem; overflow: auto; }
.viewer:fullscreen .pair { block-size: calc(100vh - 11rem); }
.viewer:fullscreen .pair figure { grid-template-rows: minmax(0, 1fr) auto; block-size: 100%; }
.viewer:fullscreen .pair :is(svg, canvas) { block-size: 100%; aspect-ratio: auto; }
.tools { margin-block: 0.5rem; }
.tools .row { gap: 0 0.5rem; margin: 0; align-items: center; }
.tools label { display: flex; align-items: center; gap: 0.5rem; font-size: var(--small); flex: 1 1 8rem; }
.tools input[type=range] { flex: 1; min-inline-size: 3rem; min-block-size: 2rem; }
.tools button { min-block-size: 2rem; padding: 0 0.375rem; font-size: var(--small); }
.tools [role=status]:empty { display: none; } .tools [role=status] { margin: 0; }
.strip { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(5.5rem, 30%), 1fr)); gap: 0.5rem; list-style: none; padding: 0; margin: 0.5rem 0; }
.strip a { display: block; text-decoration: none; }
.strip img { inline-size: 100%; border-radius: 6px; display: block; }
.strip .small { display: block; line-height: 1.3; }
.small-strip { grid-template-columns: repeat(auto-fill, minmax(min(4.5rem, 22%), 1fr)); }
.transcribe form { display: grid; gap: 0.75rem; align-content: start; min-inline-size: 0; }
.pages { display: grid; gap: 0.5rem; min-inline-size: 0; position: sticky; inset-block-start: 0; background: var(--surface); z-index: 1; }
.pages label:not([hidden]) { display: flex; gap: 0.5rem; align-items: center; } .pages input { flex: 1; min-block-size: 2rem; }
.page { --page-size: 28vh; overflow: auto; max-block-size: var(--page-size); border: 1px solid var(--line); border-radius: var(--inner); background: var(--sunken); }
.page img { display: block; inline-size: calc(100% * var(--page-zoom, 1)); block-size: calc(var(--page-size) * var(--page-zoom, 1)); max-inline-size: none; object-fit: contain; cursor: zoom-in; }
.transcribed { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 0.75rem; align-items: end; scroll-margin-block-start: 60vh; }
.transcribed input { inline-size: 100%; scroll-margin-block-start: 60vh; } .transcribed .tick input { inline-size: 1.25rem; }
.work:has([data-transcribe]) { display: block; } .work:has([data-transcribe]) .stay { display: none; }
@media (min-width: 60rem) {
  .transcribe { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr) 24rem; }
  .pages { align-self: start; } .page { --page-size: 56vh; }
}
.grey :is(img, image, canvas) { filter: grayscale(1); }
.blurred :is(img, .face, canvas) { filter: blur(24px); }
.grey.blurred img { filter: grayscale(1) blur(24px); }

.hit { border-block-start: 1px solid var(--line); padding-block: 1.5rem; }
.hit:last-child { padding-block-end: 0; }
.hit th:first-child { inline-size: 14%; } .hit :is(th, td):nth-child(2), .hit :is(th, td):nth-child(3) { inline-size: 22%; }
.hit h3 { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; align-items: baseline; }
.resolve .note, .several .note { flex: 1 1 8rem; } .resolve .note input, .several .note input { inline-size: 100%; }
.resolve fieldset { margin: 0 0 0.5rem; }
.reasons { list-style: none; padding: 0.25rem 0; margin: 0; border: 1px solid var(--line); border-radius: var(--inner); flex-basis: 100%; }
.reasons li { padding: 0.125rem 0.5rem; cursor: pointer; } .reasons li:hover { background: var(--accent-soft); }
.story { list-style: none; padding: 0; margin: 0 0 0.75rem; }
.story > li { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 0 1rem; padding-block: 0.5rem; border-block-end: 1px solid var(--line); }
.story > li > div { min-inline-size: 0; }
@media (max-width: 44rem) { .story > li { grid-template-columns: minmax(0, 1fr); } }
.refused { color: var(--bad); font-weight: 620; margin-block: 0.5rem 0; }
.hit[data-current] { border-inline-start: 4px solid var(--accent); padding-inline-start: 0.75rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 0.75rem; list-style: none; padding: 0; margin-block: 0.75rem; }
.sides img { display: block; inline-size: 100%; max-block-size: 60vh; object-fit: contain; border-radius: 6px; background: var(--sunken); }
.zone { container-type: inline-size; margin-block: 1rem; } .zone > p { margin-block-end: 0.25rem; }
.zone code { display: block; font-size: clamp(0.5625rem, 3.6cqi, 1rem); line-height: 1.6; white-space: pre-wrap; }
mark { background: var(--mark); color: var(--on-mark); text-decoration: underline; }
.weights { list-style: none; padding: 0; } .weights meter { inline-size: 6rem; }
.for { color: var(--text); } .against { color: var(--soft); }
details { margin-block-end: 0.75rem; }
summary { cursor: pointer; padding-block: 0.25rem; }
.decisions { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1.5rem; margin-block-end: 0.75rem; }
.decisions fieldset { display: grid; gap: 0.5rem; align-content: start; margin: 0; } .decisions label > * { inline-size: 100%; }
.keys { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 0.5rem 1.5rem; margin-block-end: 1.5rem; }
.keys label { display: flex; justify-content: space-between; align-items: center; gap: 0.75rem; }
input.key { inline-size: 3rem; padding-inline: 0; text-align: center; flex: none; }
.toast { position: fixed; inset-block-end: 1rem; inset-inline: 1rem; margin: 0; text-align: center; pointer-events: none; z-index: 2; }
.toast:not(:empty) { background: var(--text); color: var(--surface); padding: 0.75rem; border-radius: var(--inner); max-inline-size: 32rem; margin-inline: auto; }
dialog { border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); color: var(--text); padding: 1.5rem; max-inline-size: min(32rem, 92vw); }
dialog::backdrop { background: rgb(10 14 26 / 55%); }
dialog ul { padding-inline-start: 1.25rem; }
@media (forced-colors: active) {
  mark { forced-color-adjust: none; } .hit[data-current] { border-inline-start-color: Highlight; }
  .choice:has(:checked), .chip[aria-current], .quiet[aria-pressed=true] { border-color: Highlight; outline: 2px solid Highlight; }
  .bar nav a[aria-current] { border-block-end: 3px solid Highlight; }
}
`;
