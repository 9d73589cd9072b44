// The header's ways out (specification §2): the region's outside systems, and the digital-forestry videos and PDFs. Where they lead is the
// installation's own; a system without an address says so, and without any video or PDF there is no such menu.
import { DownOutlined } from '@ant-design/icons';
import { region } from '@region';
import { Dropdown, type MenuProps } from 'antd';
import { useInstallation } from '../../shared/use-installation.ts';
import { useShellWords } from './words.ts';

type Items = NonNullable<MenuProps['items']>;

export function OutsideLinks() {
  const words = useShellWords();
  const installation = useInstallation();
  const { data } = installation;
  const urlOf = new Map(data?.externalLinks.map(({ id, url }) => [id, url]));

  const system = ({ id, label }: (typeof region.externalLinks)[number]): Items[number] => {
    const url = urlOf.get(id);
    if (url) return { key: id, label: outside(url, label) };
    const why = data ? words.header.linkMissing : installation.isError ? words.header.linkUnknown : words.header.linkLoading;
    return { key: id, label: `${label}${why}`, disabled: true };
  };
  const systems: Items = region.externalLinks.map(system);
  const retry = { key: 'retry', label: words.header.linkRetry, onClick: () => void installation.refetch() };
  const library = (data?.digitalForestry ?? []).map(({ title, kind, url }) => ({
    key: url,
    label: outside(url, `${title} · ${words.header.forestryKinds[kind]}`),
  }));

  return (
    <>
      {systems.length > 0 && <Menu name={words.header.links} items={installation.isError ? [...systems, retry] : systems} />}
      {library.length > 0 && <Menu name={words.header.forestry} items={library} />}
    </>
  );
}

function Menu({ name, items }: { readonly name: string; readonly items: Items }) {
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <button type="button" className="header-button line">
        {name} <DownOutlined aria-hidden="true" />
      </button>
    </Dropdown>
  );
}

const outside = (url: string, label: string) => (
  <a href={url} target="_blank" rel="noreferrer">
    {label}
  </a>
);
