// Messages of 两点一岗, in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';

export const postsZh = {
  parts: { posts: '检查哨卡', monitoringPoints: '卡口监控', images: '卡口抓拍' },
  search: '哨卡、网格',
  total: (n: number) => `共 ${n} 处`,
  at: (post: string) => `位于${post}`,
  post: '哨卡',
  category: '类别',
  categories: { vehicle: '车辆', person: '人员' },
  directions: { in: '入', out: '出' },
  plate: '车牌',
  time: '抓拍时间',
  begin: '开始',
  end: '结束',
  fly: '飞到此处',
  noPosts: { title: '网格内没有检查哨卡', hint: '请管理员导入类别为检查哨卡的资源。' },
  noPoints: { title: '没有卡口监控点', hint: '离检查站或检查哨卡不超过 1 公里的监控点会列在这里。' },
  noImages: { title: '还没有卡口抓拍', hint: '卡口设备推送图片后出现在这里。' },
  none: { title: '没有符合条件的内容', hint: '换一个条件，或清除条件。' },
};

export type PostsMessages = typeof postsZh;

export const postsEn: PostsMessages = {
  parts: { posts: 'Posts', monitoringPoints: 'Gate monitors', images: 'Gate pictures' },
  search: 'Post, grid',
  total: (n) => `${n} in all`,
  at: (post) => `at ${post}`,
  post: 'Post',
  category: 'Kind',
  categories: { vehicle: 'Vehicle', person: 'Person' },
  directions: { in: 'in', out: 'out' },
  plate: 'Plate',
  time: 'Time',
  begin: 'Begin',
  end: 'End',
  fly: 'Fly there',
  noPosts: {
    title: 'No inspection post in your grid',
    hint: 'An administrator imports resources (kind inspectionPost): npm run import -- resources FILE.',
  },
  noPoints: { title: 'No gate monitor', hint: 'Monitoring points within 1 km of a check station or inspection post are listed here.' },
  noImages: { title: 'No gate picture yet', hint: 'They appear when the gates send them.' },
  none: { title: 'Nothing fits', hint: 'Change or clear the filters.' },
};

export const usePostsMessages = messagesIn<PostsMessages>({ zh: postsZh, en: postsEn });
