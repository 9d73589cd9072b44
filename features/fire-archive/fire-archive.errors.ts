// Errors of the archives of fires.
import { business, conflict, invalid } from '@lookout/contract';

export const archiveErrors = {
  'fire-not-archivable': business(
    '只有已关闭的火情才能建档；核实非火情的不建档',
    'Only a closed fire has an archive; an alarm that was found to be no fire has none',
  ),
  'archive-draft-open': conflict<{ by: string }>(
    ({ by }) => `${by}已建立草稿，请在其上修改`,
    ({ by }) => `${by} has begun a draft; please go on with it`,
  ),
  'archive-revised': conflict<{ by: string }>(
    ({ by }) => `该档案刚被${by}修改，请核对后再保存`,
    ({ by }) => `${by} has just changed this archive; please compare before saving`,
  ),
  'archive-sealed': conflict<{ by: string }>(
    ({ by }) => `该版本已由${by}封存，不能修改；更正请建立新版本`,
    ({ by }) => `${by} has sealed this version; to correct it, begin a new one`,
  ),
  'archive-reason-needed': invalid('请说明更正的原因', 'Please enter the reason for the correction'),
  'archive-area-missing': business('封存前请确定过火面积', 'Before sealing, please set the burned area'),
  'archive-review-missing': business('封存前请填写处置评估', 'Before sealing, please write the review'),

  'burned-ring-short': invalid<{ polygon: number }>(
    ({ polygon }) => `第 ${polygon} 个面不足三个点`,
    ({ polygon }) => `Polygon ${polygon} has fewer than three points`,
  ),
  'burned-ring-crosses': invalid<{ polygon: number }>(
    ({ polygon }) => `第 ${polygon} 个面的边线自相交`,
    ({ polygon }) => `The outline of polygon ${polygon} crosses itself`,
  ),
  'burned-outside-china': invalid<{ polygon: number }>(
    ({ polygon }) => `第 ${polygon} 个面有一部分在中国境外`,
    ({ polygon }) => `Part of polygon ${polygon} is outside China`,
  ),
  'burned-outside-grid': invalid<{ polygon: number }>(
    ({ polygon }) => `第 ${polygon} 个面有一部分超出您的网格范围`,
    ({ polygon }) => `Part of polygon ${polygon} is outside your grid`,
  ),
  'burned-points-at-most': invalid<{ most: number }>(
    ({ most }) => `过火范围最多 ${most} 个点，请先简化`,
    ({ most }) => `A burned area has at most ${most} points; please simplify it first`,
  ),
  'burned-polygons-at-most': invalid<{ most: number }>(
    ({ most }) => `过火范围最多 ${most} 个面，请先合并或去掉零星的面`,
    ({ most }) => `A burned area has at most ${most} polygons; please join them or leave out the specks`,
  ),
  'burn-patch-astray': invalid<{ patch: number }>(
    ({ patch }) => `第 ${patch} 个过火程度分区不在它的面里`,
    ({ patch }) => `Severity patch ${patch} does not lie in its polygon`,
  ),
  'burn-threshold-range': invalid<{ least: number; most: number }>(
    ({ least, most }) => `阈值应在 ${least} 到 ${most} 之间`,
    ({ least, most }) => `The threshold must be from ${least} to ${most}`,
  ),
  'burn-pictures-roles': invalid(
    '请选灾前、灾后各一个文件，或灾前、灾后的近红外与短波红外共四个文件',
    'Choose one file before and one after, or four: near and short-wave infrared before and after',
  ),
  'burn-picture-role': invalid<{ role: string }>(
    ({ role }) => `不认识的文件用途：${role}`,
    ({ role }) => `There is no such role of a file: ${role}`,
  ),
  'burn-picture-bands': invalid<{ bands: number }>(
    ({ bands }) => `有 ${bands} 个波段：应为 1 个（NBR）或 2 个（先近红外、后短波红外）`,
    ({ bands }) => `It has ${bands} bands; it needs 1 (NBR) or 2 (near infrared, then short-wave infrared)`,
  ),
  'burn-band-single': invalid<{ bands: number }>(
    ({ bands }) => `有 ${bands} 个波段：此处应为一个波段的文件`,
    ({ bands }) => `It has ${bands} bands; a file of one band is needed here`,
  ),
  'burn-picture-block': invalid(
    '文件的分块太大，无法分段读取；请存为带分块的 GeoTIFF（例如 256×256）',
    'Its tiles or strips are too large to be read in parts; please save it as a tiled GeoTIFF (256×256, for example)',
  ),
  'burn-picture-elsewhere': invalid<{ kilometres: number }>(
    ({ kilometres }) => `影像不含起火点周围 ${kilometres} 千米`,
    ({ kilometres }) => `It does not reach to within ${kilometres} km of the fire`,
  ),
  'burn-picture-off-earth': invalid(
    '位置不在地球上：坐标系或左上角写错了',
    'It does not lie on the Earth: its coordinate system or its upper left corner is wrong',
  ),
  'burn-picture-not-ratio': invalid(
    '只有一个波段，但值不在 −1 到 1 之间：不是 NBR。近红外与短波红外请分两个文件选',
    'It has one band whose values are not from −1 to 1: this is not an NBR. Choose near and short-wave infrared as two files',
  ),
  'burn-too-many-cells': invalid<{ most: number; found: number }>(
    ({ most, found }) => `火场周围有 ${found} 个像元，最多 ${most} 个：请缩小范围`,
    ({ most, found }) => `There are ${found} cells around the fire; at most ${most} are computed: choose a smaller radius`,
  ),
  'burn-nothing-known': invalid('灾前、灾后影像在起火点周围没有共同的有效像元', 'Around the fire no cell is known in both pictures'),
  'burn-nothing-found': invalid<{ threshold: number }>(
    ({ threshold }) => `没有达到阈值 ${threshold} 且不小于最小面积的范围`,
    ({ threshold }) => `Nothing reaches the threshold ${threshold} and the least area`,
  ),
  'burn-outline-too-fine': invalid<{ found: number; most: number }>(
    ({ found, most }) => `轮廓有 ${found} 个点，最多 ${most} 个：请提高最小面积或阈值`,
    ({ found, most }) => `The outline has ${found} points, at most ${most} are stored: choose a larger least area or a higher threshold`,
  ),
  'burn-too-many-polygons': invalid<{ found: number; most: number }>(
    ({ found, most }) => `有 ${found} 个面，最多 ${most} 个：请提高最小面积或阈值`,
    ({ found, most }) => `There are ${found} polygons, at most ${most} are stored: choose a larger least area or a higher threshold`,
  ),
  'burn-mapping-busy': business<{ of: 'grid' | 'all' }>(
    ({ of }) => `${of === 'grid' ? '您的网格正在进行另一个影像计算' : '服务器正在进行另外两个影像计算'}，请稍后再试`,
    ({ of }) =>
      `${of === 'grid' ? 'Another area of your grid is being computed from pictures' : 'The server is computing two other areas from pictures'}; please try again in a while`,
  ),
  'burn-mapping-not-ready': business('还没有算完', 'The computation has not finished'),
  'burn-mapping-broke': business(
    '计算中断了，请重试；再次中断请缩小范围',
    'The computation failed; please try again, with a smaller radius if it fails again',
  ),
  'no-area-in-file': invalid('文件里没有面', 'There is no polygon in the file'),
  'losses-at-most': invalid<{ most: number }>(
    ({ most }) => `损失最多 ${most} 项`,
    ({ most }) => `At most ${most} losses`,
  ),
  'lessons-at-most': invalid<{ most: number }>(
    ({ most }) => `经验教训最多 ${most} 条`,
    ({ most }) => `At most ${most} lessons`,
  ),
  'report-format': invalid('报告格式只能是 pdf 或 docx', 'A report is either pdf or docx'),
  'no-such-version': invalid('没有这个版本', 'There is no such version'),
} as const;
