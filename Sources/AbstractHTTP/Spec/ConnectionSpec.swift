/// The specification of one API: what is sent, and what is made of the response.
///
/// ```swift
/// struct GetUser: ConnectionSpec {
///   typealias ResponseModel = User
///   let url = "https://api.example.com/users/1"
/// }
/// Connection(GetUser()) { user in print(user.name) }.start()
/// ```
///
/// Where requests and responses vary apart, write them apart, and give a ``Connection`` one of each.
public protocol ConnectionSpec: RequestSpec, ResponseSpec {}
