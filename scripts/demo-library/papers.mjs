// The demo's documents. They are fictional and labelled so; their times and rules are those that the product itself applies.
/** @param {string} title @param {string} body */
const paper = (title, body) => `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${title}</title><style>
  body { font-family: "Noto Sans CJK SC", sans-serif; font-size: 25px; line-height: 1.7; color: #111; background: #fff; margin: 80px 110px }
  h1 { font-size: 44px; margin: 20px 0 6px } h2 { font-size: 30px; margin: 32px 0 6px } p, ol, ul { margin: 6px 0 }
  .demo { color: #a15c00; border: 1px solid #a15c00; padding: 6px 18px; font-size: 23px }
  table { border-collapse: collapse; width: 100% } td, th { border: 1px solid #999; padding: 6px 14px; text-align: left; font-size: 24px }
</style><h1>${title}</h1><p class="demo">演示文本，由林火瞭望自带，不是任何机关的正式文件。</p>${body}</html>`;

export const papers = [
  {
    file: 'duty-handbook.pdf',
    html: paper(
      '森林草原防火值班手册（演示）',
      `<h2>一条火警，五步</h2><ol>
        <li><b>接警</b>：看到、听到新火警，按“接警”。其他席位立刻看到由谁处置。</li>
        <li><b>核实</b>：看现场（塔上摄像头）、问附近的护林员，看同一地点还有没有别的报警。</li>
        <li><b>研判</b>：属实，还是误报或疑似；属实时选火情类型。发出前有 5 秒可以撤销。</li>
        <li><b>上报与派遣</b>：推送到上级，委派护林员；任务的进展与照片会回到火警上。</li>
        <li><b>关闭</b>：火灭了，写明结果。之后所有人的操作都可以查到。</li></ol>
       <h2>看时间</h2><p>卫星热点有两个时间：过境时间和到达时间，相差最多三小时。先看过境时间，再决定派谁去。</p>
       <h2>看位置</h2><p>卫星热点是一个像元（375 米到 1 千米）；单台摄像头的位置沿视线有一段误差；两台交会更准。</p>
       <h2>交接班</h2><p>交班时写明未处理的火警和在燃的火情；接班的人先看交接说明。</p>
       <h2>常用按键</h2><table><tr><th>键</th><th>作用</th></tr><tr><td>?</td><td>显示全部按键</td></tr><tr><td>m</td><td>静音 15 分钟，再按打开</td></tr>
       <tr><td>Esc</td><td>关掉最上面的一层</td></tr></table>`,
    ),
  },
  {
    file: 'fire-use-notice.pdf',
    html: paper(
      '野外用火须知（演示）',
      `<h2>先报备，后用火</h2><p>农事用火、计划烧除等，须先在“用火报备”中申请，写明时间、地点、面积、看守人数和措施；批准以后才可以点火。</p>
       <h2>什么时候不可以</h2><ul><li>火险等级为四级、五级的日子。</li><li>风力四级以上，或者午后风大的时候。</li><li>没有人看守，或者没有灭火的水和工具。</li></ul>
       <h2>用火时</h2><ol><li>先开防火隔离带，逆风点火，分片烧。</li><li>全程看守；火星飞出，立即扑打并报告。</li><li>烧完以后清理余火，用手背试，不烫才离开。</li></ol>
       <h2>看到火</h2><p>拨打 12119，说清地点、火势、风向，以及有没有人。先保证自己的安全，不要单独扑火。</p>`,
    ),
  },
];
