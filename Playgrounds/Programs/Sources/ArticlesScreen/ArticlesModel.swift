import AbstractHTTP
import Observation

/// The model of a screen that lists articles, and loads more of them as the user scrolls.
///
///     List(model.articles) { article in
///       Text(article.title).task { await model.loadMore(after: article) }
///     }
///     .task { await model.load() }             // cancelled when the view disappears
///     .refreshable { await model.reload() }
@Observable
public final class ArticlesModel {
  /// The articles of all pages that were loaded.
  public private(set) var articles: [Article] = []
  /// The sentence to show in place of, or below, the articles.
  public private(set) var message: String?
  /// Whether a page is being loaded.
  public private(set) var isLoading = false
  /// Whether the last page was loaded.
  public private(set) var isComplete = false

  private let client: Client
  private var pages: Pages<[Article]>.Iterator

  /// Creates the model of a screen without articles.
  public init(_ client: Client) {
    self.client = client
    pages = client.pages(of: ListArticles()).makeAsyncIterator()
  }

  /// Loads the first page, unless it is there already. Call it when the view appears.
  public func load() async {
    if articles.isEmpty { await loadPage() }
  }

  /// Loads the next page if an article is the last one. Call it when a row appears.
  public func loadMore(after article: Article) async {
    if article.id == articles.last?.id { await loadPage() }
  }

  /// Loads the page that failed once more. Call it for a button next to the message.
  public func tryAgain() async { await loadPage() }

  /// Replaces all articles with the first page.
  public func reload() async { await loadPage(startingOver: true) }

  private func loadPage(startingOver: Bool = false) async {
    guard !isLoading, startingOver || !isComplete else { return }
    isLoading = true
    message = nil
    defer { isLoading = false }
    do {
      // A copy of the position: if the page fails, the next attempt loads the same page.
      var pages = startingOver ? client.pages(of: ListArticles()).makeAsyncIterator() : pages
      let page = try await pages.next()
      articles = (startingOver ? [] : articles) + (page ?? [])
      isComplete = page == nil
      self.pages = pages
    } catch {
      if !error.isCancelled { message = error.userMessage }
    }
  }
}
