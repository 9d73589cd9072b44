import type { PostsWords } from './text.zh-CN.ts';

export const postsEn: PostsWords = {
  parts: { posts: 'Posts', monitors: 'Gate monitors', images: 'Gate pictures' },
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
  noMonitors: { title: 'No gate monitor', hint: 'Monitoring points within 1 km of a check station or inspection post are listed here.' },
  noImages: { title: 'No gate picture yet', hint: 'They appear when the gates send them.' },
  none: { title: 'Nothing fits', hint: 'Change or clear the filters.' },
};
