// Errors of fires (火情) as objects: splitting and merging.
import { business, invalid } from '@lookout/contract';

export const incidentErrors = {
  'incident-split-needs-alarms': invalid('请选择要拆分出去的火警', 'Select the alarms that belong to another fire'),
  'incident-merge-needs-two': invalid('请选择至少两起火情', 'Select at least two fires'),
  'incident-alarm-elsewhere': invalid('这条火警不属于该火情', 'This alarm does not belong to this fire'),
  'incident-split-takes-all': business('不能把全部火警都拆分出去', 'At least one alarm must remain'),
  'incident-merge-drill': business('演练的火情不能与真实火情合并', 'A fire of an exercise cannot be merged with a real one'),
  'fire-package-too-large': business(
    ({ pictures, megabytes }: { readonly pictures: number; readonly megabytes: number }) =>
      `图片太多，无法装进一个封存包（${pictures} 张，共 ${megabytes} MB）`,
    ({ pictures, megabytes }) => `Too many pictures for one package (${pictures}, ${megabytes} MB)`,
  ),
  'story-topics': invalid('经过没有这个分类', 'The story has no such topic'),
  'incident-decision-gone': business('这次拆分或合并已经撤销', 'This decision has already been withdrawn'),
} as const;
