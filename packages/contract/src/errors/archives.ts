// Errors of the archives of fires.
import { business, conflict, invalid } from './entry.ts';

export const archiveErrors = {
  'fire-not-archivable': business(
    '只有已关闭的火情才能建档；核实非火情的不建档',
    'Only a closed fire has an archive; what was found to be no fire has none',
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
  'archive-reason-needed': invalid('请说明更正的原因', 'Please say why it is corrected'),
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
    ({ polygon }) => `Part of polygon ${polygon} is beyond your grid`,
  ),
  'burned-points-at-most': invalid<{ most: number }>(
    ({ most }) => `过火范围最多 ${most} 个点，请先简化`,
    ({ most }) => `A burned area has at most ${most} points; please simplify it first`,
  ),
  'no-area-in-file': invalid('文件里没有面（Polygon）', 'There is no polygon in the file'),
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
