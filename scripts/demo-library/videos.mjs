// The demo's two videos as pages: `show(seconds)` draws one frame. Flat colours, so that twelve seconds take a few dozen kilobytes.
export const WIDTH = 640;
export const HEIGHT = 360;
export const SECONDS = 12;

const HILLS = 'M0 250 L90 190 L170 235 L270 160 L360 225 L450 175 L540 240 L640 200 L640 360 L0 360 Z';
/** Both towers see the fire: no hill is between them and it. */
const VALLEY = 'M0 250 L90 190 L170 235 L270 224 L352 214 L450 220 L540 232 L640 200 L640 360 L0 360 Z';

/** @param {string} title @param {readonly (readonly [from: number, text: string])[]} captions @param {string} ground @param {string} drawing @param {string} script */
const scene = (title, captions, ground, drawing, script) => `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; background: #0b1220; font-family: "Noto Sans CJK SC", sans-serif; color: #e6edf7 }
  svg { position: absolute; inset: 0 }
  h1 { position: absolute; left: 18px; top: 8px; margin: 0; font-size: 19px }
  b { position: absolute; right: 18px; top: 12px; font-size: 14px; color: #facc15; font-weight: normal }
  p { position: absolute; left: 0; right: 0; bottom: 0; margin: 0; padding: 12px 18px; background: #0d1626; font-size: 18px }
</style><h1>${title}</h1>
<svg width="640" height="360"><path d="${ground}" fill="#143024"/>${drawing}</svg><b>演示</b><p id="caption"></p>
<script>{
  const captions = ${JSON.stringify(captions)};
  const at = (id) => document.getElementById(id);
  const share = (t, from, to) => Math.max(0, Math.min(1, (t - from) / (to - from)));
  const fade = (id, t, from) => at(id).setAttribute('opacity', share(t, from, from + 0.5));
  window.show = (t) => {
    at('caption').textContent = captions.filter(([from]) => from <= t).at(-1)[1];
    ${script}
  };
}</script>`;

export const videos = [
  {
    file: 'from-hotspot-to-alarm.mp4',
    html: scene(
      '从卫星热点到火警',
      [
        [0, '卫星过境，逐个像元测量地面的亮温。'],
        [3, '像元里有火，亮温就高：这是一个热点。'],
        [5.5, '热点的范围是一个像元（VIIRS 约 375 米），不是一个点。'],
        [8, '平台按位置算出所在的县，值班员一秒内看到、听到。'],
        [10, '先核实：看现场、问护林员，再研判真假。'],
      ],
      HILLS,
      `<g id="satellite"><rect x="-26" y="-5" width="52" height="10" fill="#3b82f6"/><rect x="-7" y="-9" width="14" height="18" fill="#e6edf7"/></g>
       <path id="beam" fill="#2dd4ff" fill-opacity=".16"/>
       <g id="pixel" opacity="0"><rect x="240" y="178" width="60" height="44" fill="#ff7a1a" fill-opacity=".35" stroke="#ff7a1a" stroke-width="2"/></g>
       <circle id="fire" cx="282" cy="196" r="6" fill="#ff3b30" opacity="0"/>
       <g id="size" opacity="0"><path d="M240 236 H300 M240 230 V242 M300 230 V242" stroke="#e6edf7" stroke-width="2" fill="none"/>
         <text x="270" y="258" fill="#e6edf7" font-size="15" text-anchor="middle">375 米</text></g>
       <g id="toast" opacity="0"><rect x="440" y="52" width="182" height="62" rx="6" fill="#0d1626" stroke="#ff7a1a" stroke-width="2"/>
         <text x="456" y="78" fill="#ff7a1a" font-size="16">◇ 新火警 卫星热点</text><text x="456" y="101" fill="#93a4bf" font-size="14">汶川县 · 刚刚</text></g>`,
      `const x = 40 + 560 * share(t, 0, 6);
       at('satellite').setAttribute('transform', 'translate(' + x + ' 64)');
       at('beam').setAttribute('d', 'M' + x + ' 70 L' + (x - 70) + ' 240 L' + (x + 70) + ' 240 Z');
       fade('fire', t, 2.4); fade('pixel', t, 3); fade('size', t, 5.5); fade('toast', t, 8);`,
    ),
  },
  {
    file: 'locating-from-a-tower.mp4',
    html: scene(
      '塔上摄像头定位火点',
      [
        [0, '塔上的摄像头知道自己的位置、塔高和朝向。'],
        [2.5, '在画面上点一下烟：得到方位角和俯角。'],
        [5, '视线沿着地形往前走，碰到地面的地方就是火点。'],
        [7.5, '俯角差 0.1°，距离就差一段：平台给出这个范围。'],
        [10, '两座塔都看得见时，交会出更准的位置。'],
      ],
      VALLEY,
      `<path d="M82 196 L98 196 L93 128 L87 128 Z" fill="#93a4bf"/><rect x="80" y="118" width="22" height="12" fill="#2dd4ff"/>
       <path d="M532 236 L548 236 L543 172 L537 172 Z" fill="#93a4bf"/><rect x="529" y="162" width="22" height="12" fill="#2dd4ff"/>
       <g id="smoke"><ellipse cx="352" cy="196" rx="7" ry="10" fill="#8e9bb3"/><ellipse cx="358" cy="178" rx="11" ry="12" fill="#8e9bb3"/>
         <ellipse cx="368" cy="158" rx="15" ry="13" fill="#8e9bb3"/></g>
       <line id="ray" x1="98" y1="124" x2="98" y2="124" stroke="#2dd4ff" stroke-width="3"/>
       <g id="band" opacity="0"><line x1="322" y1="204" x2="374" y2="216" stroke="#facc15" stroke-width="6"/>
         <text x="348" y="252" fill="#facc15" font-size="15" text-anchor="middle">± 0.1° 的范围</text></g>
       <line id="second" x1="532" y1="168" x2="532" y2="168" stroke="#3ecf8e" stroke-width="3"/>
       <circle id="fire" cx="350" cy="212" r="7" fill="#ff3b30" opacity="0"/>`,
      `const along = share(t, 2.5, 5);
       at('ray').setAttribute('x2', 98 + 252 * along); at('ray').setAttribute('y2', 124 + 88 * along);
       const other = share(t, 10, 11.2);
       at('second').setAttribute('x2', 532 - 182 * other); at('second').setAttribute('y2', 168 + 44 * other);
       at('smoke').setAttribute('transform', 'translate(' + 4 * Math.round(t % 2) + ' 0)');
       fade('fire', t, 5); fade('band', t, 7.5);`,
    ),
  },
];
