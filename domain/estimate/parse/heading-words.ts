import type { Role } from './roles.ts';

/**
 * How sure a phrase makes a role when it is the whole heading: `sure` by itself, `likely` unless
 * another column claims it more, `possible` only together with what the cells hold.
 */
export type Strength = 'sure' | 'likely' | 'possible';

/** Phrases by the role that they head, parted by `|`. */
type HeadingTable = Readonly<Record<Role, Readonly<Partial<Record<Strength, string>>>>>;

/**
 * Headings by role: English, German, French, Spanish, Italian, Portuguese, Russian, Chinese, and
 * the forms that layout programs write. Spelt as `headingWords` leaves them: lower case, no
 * accents, words apart.
 */
export const headingPhrases: HeadingTable = {
  part_number: {
    sure: `
      mpn | manufacturer part number | manufacturer part | manufacturer part no |
      manufacturer part num | manufacturer pn | manufacturer number | manufacturer no |
      manufacturer p n | mfr part number | mfr part | mfr part no | mfr pn | mfr no | mfr number |
      mfg part number | mfg part | mfg part no | mfg pn | mfg p n | manf no | manf part |
      manf part number | mfgr part | mfgr part number | mfpn | mf pn | mf part number | mf part |
      mfr number | maker part number | manufacturer mpn | mpn manufacturer |
      manufacturer and part number | manufacturer and mpn |
      manufacturer and manufacturer part number | hersteller und typ | original type |
      original part number | manpartno | man part no | manufacturer part id |
      manufacturer product number | manufacturer item number | manufacturer code |
      manufacturer reference | manufacturer ref | herstellernummer | hersteller nr | herstellernr |
      hersteller teilenummer | herstellerteilenummer | hersteller artikelnummer |
      herstellerartikelnummer | hersteller bestellnummer | hersteller typ | hersteller nummer |
      hersteller teilenr | hersteller artikelnr | hersteller bezeichnung | reference fabricant |
      ref fabricant | numero fabricant | reference constructeur | ref constructeur |
      numero de piece fabricant | code fabricant | referencia fabricante |
      numero de parte fabricante | numero de parte del fabricante | referencia del fabricante |
      codigo fabricante | codigo del fabricante | codice produttore | codice costruttore |
      numero parte produttore | codice del produttore | pn produttore | part number produttore |
      codigo do fabricante | part number do fabricante | номер производителя |
      артикул производителя | партномер | парт номер | номер детали производителя |
      код производителя | 制造商零件编号 | 制造商编号 | 制造商料号 | 厂商料号 | 厂家型号 |
      厂商型号 | 制造商型号 | 厂家料号 | 原厂型号 | 原厂料号 | 制造商部件号 | 生产商型号 | 品牌型号
    `,
    likely: `
      part number | part no | part num | partno | partnumber | part nr | pn | p n | part nbr |
      component number | device number | order code | teilenummer | typennummer | typenbezeichnung |
      bauteilnummer | artikelbezeichnung | teile nr | numero de piece | reference piece |
      reference composant | ref piece | numero de parte | numero parte | numero de pieza |
      codice componente | codice articolo | codice | артикул | номер детали | номер компонента |
      обозначение производителя | парт-номер | заказной номер | маркировка | 零件编号 | 料号 |
      部件号 | 零件号 | 器件型号 | 元件型号 | 规格型号 | 芯片型号 | 产品型号
    `,
    possible: `
      part | type | typ | part name | model | model number | modell | modele | modelo | modello |
      partname | component | item number | product number | модель | тип | 型号 | code |
      orderable part | artikel | parts no
    `,
  },
  manufacturer: {
    sure: `
      manufacturer | manufacturer name | manufacturers | mfr | mfr name | mfg | mfg name | mf |
      manf | manf name | mfgr | maker | brand | producer | hersteller | herstellername | fabrikat |
      marke | fabricant | constructeur | marque | fabricante | marca | produttore | costruttore |
      casa | производитель | изготовитель | бренд | фирма | 制造商 | 厂商 | 厂家 | 品牌 | 生产商 |
      生产厂家 | 制造厂商 | vendor manufacturer | manufacturer brand
    `,
    possible: 'make | vendor | company',
  },
  quantity: {
    sure: `
      quantity | qty | qnty | quant | qnt | qte | quantity per pcb | quantity per board |
      qty per board | qty per pcb | count | amount | unit quantity | qtty | qt | qty board |
      qty required | quantity required | required quantity | total quantity | total qty |
      order qty | order quantity | pcs | number required | no required | qty per unit | qty ea |
      quantity needed | qty needed | q ty | numbers | bom qty | number of parts | no of parts |
      menge | anzahl | stuckzahl | stuck | stueckzahl | stk | anz | bedarf | quantite | nombre |
      nb | nbre | qte carte | cantidad | cant | unidades | quantita | qta | numero pezzi | pezzi |
      quantidade | qtd | qtde | количество | кол во | кол | колво | к во | шт | кол во шт |
      количество шт | 数量 | 用量 | 个数 | 单机用量 | 需求数量 | 用量 pcs | 总数
    `,
    possible: 'number | num | no | pieces | units | needed | total | required | needs | build',
  },
  reference: {
    sure: `
      reference | references | designator | designators | ref des | refdes | reference designator |
      reference designators | ref | refs | ref designator | ref designators | component reference |
      part reference | references designators | board ref | board reference | schematic reference |
      location | locations | designation | position | placement | identifier | top designator |
      bottom designator | des | component designator | pcb designators | instance | instances |
      ref ids | rd | reference s | designator s | circuit reference | referenz | referenzen |
      bauteilreferenz | bauteilbezeichner | bezeichner | positionen | bestuckungsposition | repere |
      reperes | designateur | referencia | referencias | designador | designadores | riferimento |
      riferimenti | designatore | designatori | sigla | метка | позиционное обозначение |
      поз обозначение | позиция | обозначение | поз обозн | позиционные обозначения | позиции |
      位号 | 位置号 | 元件位号 | 标号 | 编号位号 | 位置 | 元件位置 | 器件位号
    `,
    likely: 'parts | names | pos | component name',
    possible: `
      part | name | id | component | components | item | schematic | symbol | label | bauteile |
      composants | componentes | элемент | 序号位号
    `,
  },
  description: {
    sure: `
      description | desc | descr | part description | component description | item description |
      product description | detail | details | specification | specifications | spec |
      description value | part desc | long description | short description | beschreibung |
      artikelbeschreibung | produktbeschreibung | spezifikation | descripcion | descrizione |
      descricao | описание | наименование | название | описание компонента | характеристики | 描述 |
      规格 | 说明 | 名称 | 品名 | 物料名称 | 元件名称 | 物料描述 | 产品描述 | 规格描述 | 商品名称 |
      器件名称 | 参数
    `,
    likely: `
      item | name | part name | component | components | component name | bauteil | bezeichnung |
      artikel | designation | composant | libelle | nom | componente | nombre del componente |
      nombre | identificador | articulo | articolo | nome | компонент | деталь | элемент | 元件 |
      器件 | 物料 | product | title | material | article | produkt | produit | produto | prodotto |
      producto | denominacion | denominazione | objekt | teil | what
    `,
    possible: `
      part | type | comment | device | pattern | model | typ | parts | тип | 型号 | symbol |
      object | function | category
    `,
  },
  value: {
    sure: `
      value | values | val | wert | werte | valeur | valor | valore | значение | номинал | 值 |
      参数值 | 标称值 | 阻值 | 容值 | part value | component value | bauteilwert | value rating
    `,
    likely: 'comment | nominal | rating',
    possible: 'part | type | name | device | spec',
  },
  package: {
    sure: `
      footprint | package | case | package footprint | pcb footprint | case package | package case |
      footprints | package type | pattern | land pattern | case style | package reference |
      jedec type | jedec | bauform | gehause | gehaeuse | boitier | empreinte | encapsulado |
      huella | contenitore | impronta | encapsulamento | корпус | тип корпуса | посадочное место |
      封装 | 封装形式 | 封装规格 | 封装类型
    `,
    possible: 'size | grosse | taille | tamano | case size | mounting | style | device | dimensions',
  },
  supplier: {
    sure: `
      supplier | suppliers | distributor | vendor | vendors | seller | supplier name |
      distributor name | vendor name | shop | store | retailer | lieferant | distribuent | handler |
      handler | haendler | bezugsquelle | fournisseur | distributeur | proveedor | distribuidor |
      fornitore | distributore | fornecedor | поставщик | магазин | 供应商 | 代理商 | 渠道
    `,
    possible: 'source | where | from | quelle | buy from | purchase from',
  },
  supplier_sku: {
    sure: `
      supplier part | supplier part number | supplier part no | supplier pn | supplier sku |
      supplier no | supplier number | supplier code | supplier reference | supplier order number |
      supplier order code | distributor part | distributor part number | distributor part num |
      distributor part no | distributor pn | distributor sku | vendor part | vendor part number |
      vendor part no | vendor pn | vendor id | vendor no | vendor number | vendor sku |
      vendor code | sku | order number | order no | ordering code | stock code | stock number |
      stock no | catalog number | catalogue number | cat no | asin | bestellnummer | bestellnr |
      bestell nr | artikelnummer | artikel nr | artikelnr | art nr | lieferantennummer |
      lieferanten teilenummer | lieferantenartikelnummer | reference fournisseur | ref fournisseur |
      code commande | referencia proveedor | codigo proveedor | codigo pedido | codice fornitore |
      codice ordine | артикул поставщика | код товара | код поставщика | 供应商料号 | 供应商编号 |
      商品编号 | 商城编号 | 供应商型号 | 订货号 | 立创编号 | 立创商城编号 | lcsc编号
    `,
    possible: 'order code | part number | part no | артикул',
  },
  price: {
    sure: `
      price | unit price | unit cost | price per unit | cost per unit | price each | cost each |
      price ea | piece price | price un | unit price eur | unit price usd | cost ea | cost |
      price usd | price eur | preis | stuckpreis | einzelpreis | preis pro stuck | kosten | prix |
      prix unitaire | cout unitaire | cout | precio | precio unitario | coste | costo | prezzo |
      prezzo unitario | costo unitario | preco | preco un | preco unitario | цена | цена за шт |
      цена за единицу | стоимость | 单价 | 价格 | 价格 元 | 单价 元
    `,
    possible: 'each | eur | usd | gbp',
  },
  line_price: {
    sure: `
      total price | total cost | ext price | extended price | extended cost | ext cost |
      line total | subtotal | sub total | line price | price total | cost total | order price |
      total usd | total eur | cost per board | price per board | board cost | gesamtpreis | gesamt |
      gesamtkosten | summe | preis gesamt | prix total | cout total | montant | precio total |
      importe | coste total | costo total | prezzo totale | totale | preco total | сумма |
      общая стоимость | итого | 总价 | 金额 | 小计 | 合计
    `,
    likely: 'total',
  },
  do_not_place: {
    sure: `
      dnp | dni | dnf | dns | dnm | do not place | do not populate | do not fit | do not stuff |
      do not mount | not fitted | not populated | no fit | nofit | no pop | no stuff |
      nicht bestucken | nicht bestuckt | ne pas monter | non monte | no montar | non montare |
      не устанавливать | не монтировать | 不贴 | 不焊 | 不装
    `,
  },
  place: {
    sure: `
      fitted | populate | populated | fit | place | mounted | mount | assemble | on board | stuff |
      stuffed | install | installed | bestuckt | bestucken | monte | montado | montato |
      устанавливать | монтировать | 是否贴片 | 是否焊接
    `,
    possible: 'include | included | smt',
  },
  unit: {
    sure: `
      unit | uom | unit of measure | units of measure | u m | um | einheit | mengeneinheit | me |
      unite | unidad | unidad de medida | unita | unita di misura | unidade | ед изм |
      единица измерения | единица | единицы | ед | 单位
    `,
    possible: 'units',
  },
  notes: {
    sure: `
      note | notes | comments | remark | remarks | bom comments | bemerkung | bemerkungen |
      anmerkung | anmerkungen | kommentar | hinweis | hinweise | remarque | remarques |
      commentaire | commentaires | nota | notas | observaciones | comentarios | comentario |
      observacoes | osservazioni | note aggiuntive | commenti | примечание | примечания |
      комментарий | комментарии | 备注 | 注释 | 备注说明
    `,
    likely: 'comment',
  },
  internal_number: {
    sure: `
      internal part number | internal pn | ipn | part ipn | internal number | internal part |
      internal id | house part number | company part number | our part number | stock item | erp |
      erp number | sap | sap number | interne nummer | sachnummer | materialnummer | code interne |
      reference interne | codigo interno | codice interno | внутренний номер | 物料编码 | 物料编号 |
      内部料号 | 物料号 | 存货编码
    `,
    possible: 'part no | part id | item number | material',
  },
  line_number: {
    sure: `
      line | line no | line number | row | item no | index | lfd nr | lfd | pos nr | posnr |
      positionsnummer | no | nr | sl no | s no | sno | sr no | serial no | серийный | п п |
      номер п п | 序号 | 编号 | 行号 | num | ligne | linea | riga | n
    `,
    likely: 'id | pos | item number | item | number | numero | номер | поз | nummer',
    possible: 'position | part no',
  },
  link: {
    sure: `
      link | links | url | datasheet | data sheet | web | website | hyperlink | product link |
      purchase link | buy link | datasheet link | webseite | datenblatt | lien | liens |
      fiche technique | enlace | enlaces | hoja de datos | collegamento | scheda tecnica | ссылка |
      ссылки | сылка | даташит | 链接 | 网址 | 购买链接 | 数据手册 | picture | image | 图片
    `,
    possible: 'source | where to buy | web page',
  },
};

/**
 * Headings in further languages: Japanese, Korean, Traditional Chinese, Polish, Czech, Slovak,
 * Hungarian, Dutch, Swedish, Danish, Norwegian, Finnish, Turkish, Romanian, Ukrainian, Bulgarian,
 * Croatian, Greek, Catalan, Indonesian, Vietnamese.
 */
export const furtherHeadings: HeadingTable = {
  part_number: {
    sure: `
      メーカー型番 | メーカー品番 | メーカ型番 | メーカ品番 | 製造元型番 | 製造元品番 |
      メーカー部品番号 | 製造者型番 | 型番 | 제조사 부품번호 | 제조사 품번 | 제조사품번 |
      제조사 파트번호 | 製造商編號 | 製造商料號 | 廠商料號 | 原廠料號 | numer producenta |
      nr producenta | kod producenta | oznaczenie producenta | nr kat producenta | cislo vyrobce |
      kod vyrobce | oznaceni vyrobce | vyrobni cislo | cislo vyrobcu | gyartoi cikkszam |
      gyartoi szam | gyarto cikkszama | fabrikantnummer | fabrikant nummer |
      artikelnummer fabrikant | tillverkarens artikelnummer | tillverkarnummer |
      tillverkarens nummer | producentens varenummer | produsentens delenummer | produsentnummer |
      producentnummer | valmistajan numero | valmistajan tuotenumero | valmistajan koodi |
      uretici parca no | uretici parca numarasi | uretici kodu | cod producator | cod fabricant |
      номер виробника | артикул виробника | код виробника | codi fabricant | ma nha san xuat |
      mfr part code | vendor mpn | manufacturer type | manufacturer model | maker pn | maker part |
      mnfr part number | manuf part | oem part number | oem pn | oem number | herst nr |
      herst teilenr | herstellerbezeichnung | part mpn | mpn sku
    `,
    likely: `
      部品番号 | 品番 | 部品型番 | 부품번호 | 품번 | 파트번호 | 모델명 | 料件編號 | 零件編號 |
      numer czesci | nr czesci | symbol czesci | typ elementu | cislo soucastky | oznaceni |
      typove oznaceni | cislo dilu | cikkszam | tipusszam | alkatreszszam | onderdeelnummer |
      typenummer | artikelcode | artikelnr fabr | komponentnummer | detaljnummer | typbeteckning |
      varenummer | delnummer | osanumero | tyyppi | parca no | parca numarasi | parca kodu |
      cod piesa | cod componenta | numar piesa | номер деталі | каталожний номер |
      каталожный номер | маркування | каталожен номер | kataloski broj | oznaka | kodikos |
      αριθμος εξαρτηματος | numero de peca | codigo da peca | codigo do componente |
      codigo componente | part id | part code | component code | product code | typ bauteil |
      bauteiltyp | bauelement typ | reference produit | order part number | orderable part number |
      ordering part number | complete part number
    `,
    possible: `
      種類 | タイプ | 型式 | 모델 | 型號 | model nr | typ czesci | soucastka | tipus | type nummer |
      typ nr | malli | модел | тип компонента
    `,
  },
  manufacturer: {
    sure: `
      メーカー | メーカ | 製造元 | 製造者 | 製造会社 | 제조사 | 제조업체 | 제조원 | 브랜드 |
      製造商 | 廠商 | 廠牌 | producent | wytworca | vyrobce | vyrobca | gyarto | fabrikant | merk |
      tillverkare | fabrikat | producenten | produsent | valmistaja | uretici | marka |
      uretici firma | producator | fabricant | виробник | бренд виробника | производител |
      proizvodac | proizvajalec | κατασκευαστης | produsen | merek | nha san xuat | hang san xuat |
      mnfr | mnfg | mfct | mftr | oem | part manufacturer | component manufacturer |
      fabricante componente | nome do fabricante | nombre del fabricante | nom du fabricant |
      casa produttrice | ditta
    `,
  },
  quantity: {
    sure: `
      個数 | 数量 個 | 員数 | 使用数 | 使用数量 | 必要数 | 必要個数 | 総数 | 수량 | 개수 | 소요량 |
      數量 | 用量 個 | ilosc | ilosc szt | szt | sztuk | liczba | liczba sztuk | pocet |
      pocet kusu | pocet ks | ks | mnozstvo | mnozstvi | mennyiseg | darab | darabszam | db |
      aantal | hoeveelheid | stuks | antal | mangd | kvantitet | antall | stk | kpl | maara |
      lukumaara | adet | miktar | sayi | cantitate | bucati | buc | nr buc | кількість | к сть |
      кільк | к ть | количество бр | брой | kolicina | kom | kolicina kom | ποσοτητα | τεμαχια |
      quantitat | jumlah | banyak | so luong | sl | qauntity | quanity | quantitiy | qnty | qtty |
      quantitat stk | mengen | stueck | stuckzahlen | nombre de pieces | nbr | nbr pieces |
      nb pieces | quantites | cantidades | quantidades | cantidad total | qty total | total needed |
      total required | how many | number needed | number of items | number off | no off | qty used |
      used qty | qty pcs | qty per kit | qty per assembly | qty per device | per board | per pcb |
      per unit | number per board | parts per board | usage | usage qty | need | req qty | qty req |
      req
    `,
    likely: 'menge pro gerat | menge je | stuck pro | anzahl pro | parts count | part count | component count',
    possible: '個 | 数 | 수 | kusy | stuk | pieces count | nr of | x',
  },
  reference: {
    sure: `
      アノテーション | リファレンス | 部品記号 | 記号 | 回路記号 | シンボル | リファレンス番号 |
      部品位置 | 실장위치 | 위치 | 참조 | 레퍼런스 | 位號 | 位置號 | 元件位號 | 零件位置 |
      oznaczenia | oznaczenie | oznaczenie na schemacie | oznaczenie na plytce | pozycja |
      oznaceni na desce | pozice | oznacenie | poziciojel | pozicioszam | jeloles | pozicio |
      referentie | referenties | aanduiding | positie | beteckning | referens | referenser |
      betegnelse | referanse | posisjon | viite | sijainti | tunnus | referans | referanslar |
      konum | referinta | referinte | pozitie | позначення | позиційне позначення | поз позначення |
      позиція | позиционно означение | oznaka na shemi | αναφορα | referencies | referensi |
      vi tri | ky hieu | desigantor | designater | designation reference | ref number | ref no |
      refno | reference number | ref name | refdesignator | part ref | part refs | parts ref |
      comp ref | comp refs | schematic ref | schematic refs | schematic reference | pcb ref |
      pcb reference | board location | pcb location | location on board | circuit ref |
      circuit symbol | circuit id | silkscreen | silk screen | component id | component ids |
      component refs | component references | annotation | annotations | device id |
      customer reference | customer ref | bauteil nr | bauteilnr | schaltplanname | schaltplan |
      bezeichnung schaltplan | pos bezeichnung | reference schema | repere schema | rep |
      repere topo | referencia esquematico | designacao | referencia no esquema | posicao |
      posizione | rif | riferimento schema
    `,
    likely: 'symbole | poz | placements | board part | 部品',
    possible: '部品番号名 | designa',
  },
  description: {
    sure: `
      部品名 | 品名 | 名称 | 名前 | 説明 | 仕様 | 部品名称 | 概要 | 摘要 | 備品名 | 설명 | 부품명 |
      품명 | 명칭 | 사양 | 規格 | 描述 | 品名規格 | 說明 | 名稱 | opis | nazwa | nazwa czesci |
      nazwa elementu | popis | nazev | nazov | leiras | megnevezes | elnevezes | beschrijving |
      omschrijving | naam | beskrivning | benamning | namn | beskrivelse | navn | kuvaus | nimi |
      nimike | aciklama | tanim | ad | adi | urun adi | parca adi | malzeme adi | descriere |
      denumire | denumire componenta | опис | найменування | назва | описание на компонента |
      наименование на | naziv | opis dijela | περιγραφη | descripcio | nom component | deskripsi |
      nama | nama komponen | mo ta | ten linh kien | descrption | descripton | desciption |
      decription | item name | component type | part type | nombre componente | nombre pieza |
      nombre de la pieza | nombre del producto | nome do componente | nome componente |
      descrizione componente | nom du composant | nom de la piece | designation des pieces |
      artikelname | produktname | bauteilname | teilebezeichnung | benennung | teilename |
      gegenstand | bauteilbeschreibung | hardware | product name | item name
    `,
    likely: `
      部品 | 材料 | 品目 | アイテム | 부품 | 항목 | element | czesc | nazwa produktu | prvek |
      soucastka | soucast | alkatresz | onderdeel | artikel naam | komponent | komponenter | del |
      vare | osa | komponentti | tuote | parca | malzeme | urun | eleman | componenta | piesa |
      materiale | елемент | деталь назва | компоненти | компонент | dio | dijelovi | komponenta |
      εξαρτημα | peca | pecas | pieza | piezas | pezzo | elemento | elementos | materiales |
      materiais | pieces | piece | linh kien | barang | bahan | thing | stuff | hardware item |
      parts list | equipment | teile | bauteile | bauelement | material needed | 配件 | 配件名称 |
      材料名称 | 物品 | 物品名称 | 零件名称 | 零件 | 元器件名称 | 元器件 | 组件 | 模块 | 部件 |
      材料 | 商品 | 产品 | 产品名称 | 货物名称
    `,
  },
  value: {
    sure: `
      値 | 定数 | 容量 | 抵抗値 | 값 | 용량 | 值 | 數值 | 參數 | wartosc | hodnota | ertek |
      waarde | varde | verdi | vaerdi | arvo | deger | valoare | значення | номінал | стойност |
      vrijednost | vrednost | τιμη μεγεθος | valor nominal | nilai | gia tri | values rating |
      valeurs | valores | nennwert | kennwert
    `,
    possible: '規格値 | parametry | parametre | parametro',
  },
  package: {
    sure: `
      パッケージ | フットプリント | 外形 | 패키지 | 풋프린트 | 封裝 | obudowa | rodzaj obudowy |
      pouzdro | puzdro | tok | tokozas | behuizing | kapsel | kapsling | hus | kotelo | kilif |
      paket | capsula | корпус тип | типорозмір | типоразмер | корпусс | kuciste | περιβλημα |
      encapsulat | kemasan | pcb foot print | foot print | footprint name | pcb decal | decal |
      pcb package | smd size | case code | package size | package style | package name |
      package or case | housing | bauform gehause | geh | boitiers | empreintes | formato |
      tipo de encapsulado
    `,
    possible: `
      サイズ | 크기 | 尺寸 | rozmiar | velikost | meret | maat | storlek | storrelse | koko |
      boyut | dimensiune | розмір | formfactor | form factor
    `,
  },
  supplier: {
    sure: `
      販売会社 | 販売店 | 購入先 | 仕入先 | 購入元 | 調達先 | 공급업체 | 공급사 | 구매처 | 판매처 |
      供應商 | dostawca | sklep | dystrybutor | dodavatel | obchod | beszallito | forgalmazo |
      bolt | leverancier | winkel | leverantor | aterforsaljare | leverandor | forhandler | butikk |
      toimittaja | jalleenmyyja | tedarikci | satici | magaza | furnizor | distribuitor | magazin |
      постачальник | доставчик | dobavljac | trgovina | προμηθευτης | proveidor | pemasok | toko |
      nha cung cap | anbieter | bezug | bezugsquellen | einkauf bei | lieferanten | bought from |
      purchased from | order from | ordered from | available from | merchant | sourced from |
      sourcing | store name | vendedor | loja | tienda | negozio | magasin | revendeur |
      где купить | продавец | 店铺 | 卖家 | 采购渠道 | 购买渠道 | 购买平台 | 来源
    `,
  },
  supplier_sku: {
    sure: `
      注文コード | 注文番号 | 販売店品番 | 通販コード | 秋月 | 秋月電子 | 通販番号 | 商品コード |
      주문번호 | 공급업체 부품번호 | 供應商料號 | 訂貨號 | numer katalogowy | nr katalogowy |
      kod zamowienia | nr zamowienia | nr dostawcy | objednaci kod | objednaci cislo |
      objednavaci cislo | cislo dodavatele | rendelesi szam | rendelesi kod | rendelesszam |
      bestelnummer | bestelcode | bestel nr | leveranciersnummer | artikelnummer leverancier |
      bestallningsnummer | leverantorens artikelnummer | ordrenummer | varenr | bestillingsnummer |
      tilausnumero | tilauskoodi | toimittajan numero | siparis kodu | siparis no | stok kodu |
      stok no | tedarikci kodu | cod comanda | cod furnizor | cod produs | код постачальника |
      код замовлення | код за поръчка | supplier ref | supplier reference number | spn |
      suppl part number | suppl no | supplier item | supplier id | distributor code |
      distributor ref | distributor reference | distr part number | dist part number | dist pn |
      dpn | seller sku | vendor ref | vendor reference | vendor item | vendor product |
      vendor stock | order ref | order reference | order id | web order code | purchase code |
      catalog no | catalogue no | catalog | catalogue | cat number | stock nr | stock id |
      part sku | product id | item code | best nr | bestellcode | bestnr | art no | art nummer |
      artnr | ref commande | reference commande | code article | numero de commande |
      numero de pedido | codigo de pedido | codigo producto | codigo de producto |
      referencia pedido | codigo do produto | codigo fornecedor | codice prodotto | codice ord |
      номер заказа | код заказа | 商品号 | 订购编号 | 供应商编码 | 商品货号 | 货号
    `,
  },
  price: {
    sure: `
      単価 | 価格 | 値段 | 単価 円 | 金額 円 | 단가 | 가격 | 單價 | 價格 | cena | cena jednostkowa |
      cena za szt | cena za sztuke | cena netto | cena brutto | jednotkova cena | cena za kus |
      cena ks | ar | egysegar | prijs | stukprijs | eenheidsprijs | prijs per stuk | pris |
      styckpris | a pris | enhetspris | stykpris | stykkpris | hinta | yksikkohinta | kappalehinta |
      fiyat | birim fiyat | birim fiyati | pret | pret unitar | pret bucata | ціна | ціна за од |
      вартість | единична цена | jedinicna cijena | cijena | τιμη | τιμη μοναδας | preu |
      preu unitari | harga | harga satuan | don gia | gia | each price | price 1 | unit price 1 |
      cost per | price per | price per piece | price pc | price pcs | per piece | item price |
      item cost | item unit cost | part cost | part price | unit cost usd | rate | unit rate |
      approx price | approx cost | estimated price | estimated cost | est cost | est price | msrp |
      stk preis | einzel preis | preis stuck | preis stk | preis je stuck | preis einzeln |
      prix piece | prix a l unite | pu | pu ht | prix ht | prix ttc | valor unitario | valor unit |
      vlr unit | preco por unidade | prezzo cad | costo cad | цена руб | цена ед | стоимость руб |
      цена шт | цена штука | 单价 rmb | 单价 元 | 参考价 | 价钱
    `,
    possible: 'eur ea | ea | us | rub | руб | 円 | 元 | zl | kc | huf | ft | kr',
  },
  line_price: {
    sure: `
      合計 | 金額 | 小計 | 総額 | 合計金額 | 価格合計 | 합계 | 금액 | 총액 | 總價 | 小計金額 |
      wartosc calkowita | razem | suma | koszt | koszt calkowity | cena calkowita | cena razem |
      cena celkem | celkem | celkova cena | spolu | osszesen | osszar | totaal | totaalprijs |
      prijs totaal | totalpris | summa | pris totalt | sum | i alt | yhteensa | kokonaishinta |
      toplam | toplam fiyat | tutar | pret total | valoare totala | загальна вартість | сума |
      всього | обща цена | ukupno | ukupna cijena | συνολο | preu total | total harga | thanh tien |
      amount usd | amount eur | total amount | total cost usd | total price usd | sum price |
      price sum | sub total price | ext | extended | extension | total line | line cost |
      total per line | total ht | total ttc | prix ht total | cout | preis summe | gesamt preis |
      gp | valor total | vlr total | custo total | preco total r | subtotal usd | costo total mxn |
      стоимость всего | 总金额 | 共计 | 总额 | 总计 | 小计 元 | 总价 元
    `,
  },
  do_not_place: {
    sure: `
      未実装 | 非実装 | 미실장 | 不上件 | nie montowac | nemontovat | niet plaatsen | ej monterad |
      ikke monter | takma | не монтувати | exclude from bom | exclude | excluded | dnp dnf |
      optional dnp | dnp flag
    `,
  },
  place: {
    sure: `
      実装 | 실장 | montowac | osazovat | geplaatst | monterad | takilacak | assembled |
      populate y n | fitted y n | assembly
    `,
  },
  unit: {
    sure: `
      単位 | 단위 | 單位 | uo m | jednostka | jedn | j m | jm | jednotka | mj | egyseg | me egyseg |
      eenheid | enhet | enhed | yksikko | birim | unitate | um buc | од вим | одиниця | мярка |
      jedinica | μοναδα | satuan | don vi | unit measure | uom code | einh | unites | un
    `,
  },
  notes: {
    sure: `
      備考 | 注記 | メモ | コメント | 비고 | 참고 | 備註 | uwagi | komentarz | notatki | poznamka |
      poznamky | megjegyzes | opmerking | opmerkingen | toelichting | anmarkning | kommentar |
      kommentarer | bemaerkning | merknad | huomautus | huomautuksia | huom | notlar | not |
      aciklamalar | observatii | comentarii | примітка | примітки | коментар | забележка |
      napomena | napomene | σημειωσεις | observacions | catatan | keterangan | ghi chu |
      additional info | additional information | info | information | extra info | more info |
      usage notes | purpose | used for | use | zweck | verwendung | usage note | infos | zusatz |
      zusatzinfo | obs | observacao | uso | utilisation | usage remarks | 用途 | 作用 | 说明备注
    `,
  },
  internal_number: {
    sure: `
      社内品番 | 管理番号 | 사내품번 | 料號 | indeks | indeks materialowy | interni cislo |
      belso cikkszam | intern nummer | internt nummer | malzeme kodu | cod intern |
      внутрішній номер | internal ref | internal reference | internal code | house pn |
      house number | stock part number | company pn | company number | inventory number |
      inventory id | drawing number | drawing no | drawing | dwg no | dwg | zeichnungsnummer |
      zeichnungs nr | numero de plan | plan | code piece | децимальный номер |
      обозначение документа | 图号 | 零件图号 | 代号
    `,
  },
  line_number: {
    sure: `
      番号 | 項目番号 | 行 | 項 | 項番 | 번호 | 순번 | 項次 | lp | l p | numer porzadkowy | c |
      por c | poradi | p c | sorszam | ssz | volgnummer | lopnummer | lopenummer | lbnr |
      jarjestysnumero | rivi | sira | sira no | nr crt | crt | ном | по ред | r br | rb | α α |
      no urut | stt | item nr | line item | ref no line | s n | sn | sl | srno | sr | serial |
      pos number | position nr | positionsnr | lfdnr | lfd no | laufende nummer | num ordre |
      n ordre | renglon | numero item | numero linea | prog | порядковый номер | строка | № п п
    `,
  },
  link: {
    sure: `
      リンク | 購入リンク | 商品ページ | データシート | 링크 | 주소 | 連結 | 購買連結 |
      link do sklepu | odnosnik | karta katalogowa | odkaz | linka | adatlap | webaruhaz | lank |
      lenke | linkki | baglanti | adres | посилання | връзка | poveznica | συνδεσμος | enllac |
      tautan | lien achat | lien d achat | liens d achat | site | sites | webpage | web page |
      web link | weblink | web address | hyperlinks | supplier link | vendor link | order link |
      purchase url | buy | buy online | where to get | amazon link | aliexpress link | ali link |
      ebay link | digikey link | mouser link | product url | product page | shop link | store link |
      page | bezugslink | kauflink | bestelllink | shoplink | produktlink | enlace de compra |
      link de compra | onde comprar | donde comprar | link acquisto | dove comprare |
      ссылка на товар | ссылка на магазин | где взять | 淘宝链接 | 商品链接 | 参考链接 | 采购链接 |
      地址 | photo | photos | picture link | foto | bild | cad | cad link | 3d model | thingiverse |
      document | documents | docs
    `,
  },
};

/**
 * Words of suppliers that give their order numbers a column of their own: `Mouser Part Number`,
 * `LCSC#`, `Farnell`.
 */
export const supplierNames: readonly string[] = `
  digikey | digi key | digi | mouser | farnell | newark | element14 | rs | rs components |
  radiospares | lcsc | jlc | jlcpcb | szlcsc | tme | arrow | avnet | future | reichelt | conrad |
  distrelec | elfa | octopart | oc farnell | oc newark | tti | verical | sparkfun | adafruit |
  amazon | aliexpress | ebay | seeed | pcbway | chip one stop | mcmaster | mcmaster carr |
  banggood | taobao | quest | sager | rutronik | buerklin | burklin | schukat | voelkner | pollin |
  chipdip | чип и дип | платан | 立创 | 嘉立创 | 得捷 | 贸泽 | 淘宝 | jameco | digikey com |
  reichelt de | tayda | allied | master electronics | heilind | onlinecomponents
`
  .split('|')
  .map((name) => name.trim());

/** Words of columns that a purchase does not need: places on a board, figures, states. */
export const irrelevantWords: ReadonlySet<string> = new Set(
  (
    'sheet sheets layer layers side rotation rot angle orientation x y mid midx midy center posx posy rohs reach lifecycle status stock ' +
    'available availability moq tolerance voltage current power wattage dielectric temperature height weight mass width length thickness ' +
    'color colour date time revision version lead class sourcing attrition spare populated checked check done ordered received ' +
    'assembled solder soldered pins pincount library symbol category group module system subsystem tax vat duty shipping margin ' +
    'blatt feuille hoja foglio folha blad arkusz list лист 页 頁 シート ' +
    'seite lage drehung farbe gewicht lange breite hohe status lager verfugbar toleranz spannung couche cote poids couleur tolerance ' +
    'capa lado peso color tolerancia слой сторона вес цвет напряжение допуск 图层 旋转 角度 重量 颜色 状态 库存 精度 電圧 在庫 色'
  )
    .split(' ')
    .filter((word) => word !== ''),
);
